import { useOs } from "@mantine/hooks";

/** The key that shortcuts are pressed with; which one is known once the page is in the browser. */
export function useModifierKeyLabel(): string {
  const os = useOs();
  return os === "macos" || os === "ios" ? "⌘" : "Ctrl";
}
