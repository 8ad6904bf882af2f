import { useEffect } from "react";

interface PageShortcutOptions {
  isOn: boolean;
  /** Whether keys without Ctrl or ⌘ do something: who dictates or slips wants them off. */
  singleKeys: boolean;
  control: { open(): void; showKeys(): void };
}

/** ⌘K or Ctrl+K opens the palette, "/" leads to the page's search field, "?" tells of all keys. */
export function usePageShortcuts({ isOn, singleKeys, control }: PageShortcutOptions): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const act = toShortcutAction(event, singleKeys, control);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isOn, singleKeys, control]);
}

function toShortcutAction(
  event: KeyboardEvent,
  singleKeys: boolean,
  control: PageShortcutOptions["control"],
): (() => void) | null {
  if (event.metaKey || event.ctrlKey) {
    return event.key.toLowerCase() === "k" && !event.shiftKey ? control.open : null;
  }
  if (!singleKeys || isTyping(event.target) || document.querySelector('[role="dialog"]')) return null;
  if (event.key === "?") return control.showKeys;
  return event.key === "/" ? () => focusSearch(control.open) : null;
}

/** The page's own search field; the palette searches where there is none. */
function focusSearch(otherwise: () => void): void {
  const field = [...document.querySelectorAll<HTMLElement>("[data-search]")].find((element) => element.offsetParent);
  if (!field) otherwise();
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
