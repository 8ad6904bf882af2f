import { useEffect, useRef } from "react";

/** Calls `onPicture` with a picture pasted anywhere on the page. Pasted text stays where it belongs. */
export function usePastePicture(onPicture: (file: File) => void): void {
  const latest = useRef(onPicture);
  latest.current = onPicture;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const picture = [...(event.clipboardData?.files ?? [])].find((file) => file.type.startsWith("image/"));
      if (!picture) return;
      event.preventDefault();
      latest.current(picture);
    };
    window.addEventListener("paste", onPaste);
    return () => window.removeEventListener("paste", onPaste);
  }, []);
}
