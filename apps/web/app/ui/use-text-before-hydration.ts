import { type RefObject, useEffect, useState } from "react";

/**
 * Copies text that was typed before hydration into the state. It would be ignored, and be gone with the next render. `onText` is called one
 * render later, when drafts have been read: it may keep the text together with other settings of the draft.
 */
export function useTextBeforeHydration(
  fieldRef: RefObject<HTMLTextAreaElement>,
  value: string,
  onText: (text: string) => void,
): void {
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    const text = fieldRef.current?.value ?? value;
    if (text !== value) setTyped(text);
  }, []);
  useEffect(() => {
    if (typed !== null) onText(typed);
  }, [typed]);
}
