import type { KeyboardEvent } from "react";

/** Enter, alone or with Ctrl or ⌘. While a word is being composed, as in Chinese, Enter belongs to the input method. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
}
