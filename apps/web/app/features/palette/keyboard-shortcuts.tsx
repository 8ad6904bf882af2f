import { Kbd, Stack, Switch } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "~/ui/lazy-dialogs";
import classes from "./palette.module.css";
import type { PaletteControl } from "./palette-context";

interface ShortcutsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  singleKeys: boolean;
  onSingleKeysChange: (isOn: boolean) => void;
}

/** Lists the keyboard shortcuts and turns single-key shortcuts on or off. */
export function ShortcutsDialog({ isOpen, onClose, singleKeys, onSingleKeysChange }: ShortcutsDialogProps) {
  const t = useTranslations("palette");
  const mod = useModifierKeyLabel();
  const shortcuts = [
    { action: t("keys.palette"), keys: [mod, "K"] },
    { action: t("keys.search"), keys: ["/"] },
    { action: t("keys.help"), keys: ["?"] },
    { action: t("keys.close"), keys: ["Esc"] },
  ];
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t("keys.title")} closeButtonProps={{ "aria-label": t("close") }}>
      <Stack gap="lg">
        <dl className={classes["shortcuts"]}>
          {shortcuts.map(({ action, keys }) => (
            <ShortcutRow key={action} action={action} keys={keys} />
          ))}
        </dl>
        <Switch
          checked={singleKeys}
          onChange={(event) => onSingleKeysChange(event.currentTarget.checked)}
          label={t("keys.single")}
          description={t("keys.singleHint")}
        />
      </Stack>
    </Dialog>
  );
}

function ShortcutRow({ action, keys }: { action: string; keys: readonly string[] }) {
  return (
    <>
      <dt>{action}</dt>
      <dd>
        {keys.map((key, index) => (
          <span key={key}>
            {index > 0 ? " " : null}
            <Kbd>{key}</Kbd>
          </span>
        ))}
      </dd>
    </>
  );
}

interface PageShortcutOptions {
  isOn: boolean;
  /** Whether keys without Ctrl or ⌘ are active. Users of speech input turn them off. */
  singleKeys: boolean;
  control: PaletteControl;
}

/** ⌘K or Ctrl+K opens the palette, "/" focuses the page's search field, "?" shows all shortcuts. */
export function usePageShortcuts({ isOn, singleKeys, control }: PageShortcutOptions): void {
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const action = toShortcutAction(event, singleKeys, control);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isOn, singleKeys, control]);
}

function toShortcutAction(event: KeyboardEvent, singleKeys: boolean, control: PaletteControl): (() => void) | null {
  if (event.metaKey || event.ctrlKey) {
    return event.key.toLowerCase() === "k" && !event.shiftKey ? control.open : null;
  }
  if (!singleKeys || isTyping(event.target) || document.querySelector('[role="dialog"]')) return null;
  if (event.key === "?") return control.showShortcuts;
  return event.key === "/" ? () => focusSearch(control.open) : null;
}

/** Focuses the first visible search field of the page, or calls `fallback` if there is none. */
function focusSearch(fallback: () => void): void {
  const field = [...document.querySelectorAll<HTMLElement>("[data-search]")].find((element) => element.offsetParent);
  if (!field) fallback();
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** Label of the modifier key, "Ctrl" until the operating system is known in the browser. */
export function useModifierKeyLabel(): string {
  const os = useOs();
  return os === "macos" || os === "ios" ? "⌘" : "Ctrl";
}
