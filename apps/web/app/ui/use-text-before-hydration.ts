import { type RefObject, useEffect } from "react";

/** Copies text that was typed before hydration into the state. It would be ignored, and be gone with the next render. */
export function useTextBeforeHydration(
  fieldRef: RefObject<HTMLTextAreaElement>,
  value: string,
  onText: (text: string) => void,
): void {
  useEffect(() => {
    const typed = fieldRef.current?.value ?? value;
    if (typed !== value) onText(typed);
  }, []);
}
