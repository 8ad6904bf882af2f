import { Kbd, Stack, Switch } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "~/ui/lazy-dialogs";
import classes from "./palette.module.css";

interface ShortcutsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  singleKeys: boolean;
  onSingleKeysChange: (isOn: boolean) => void;
}

/** What the keyboard can do on every page. */
export function ShortcutsDialog({ isOpen, onClose, singleKeys, onSingleKeysChange }: ShortcutsDialogProps) {
  const t = useTranslations("palette");
  const mod = useModifierKeyLabel();
  const keys = [
    { does: t("keys.palette"), press: [mod, "K"] },
    { does: t("keys.search"), press: ["/"] },
    { does: t("keys.help"), press: ["?"] },
    { does: t("keys.close"), press: ["Esc"] },
  ];
  return (
    <Dialog opened={isOpen} onClose={onClose} title={t("keys.title")} closeButtonProps={{ "aria-label": t("close") }}>
      <Stack gap="lg">
        <dl className={classes["keys"]}>
          {keys.map(({ does, press }) => (
            <ShortcutRow key={does} does={does} press={press} />
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

function ShortcutRow({ does, press }: { does: string; press: readonly string[] }) {
  return (
    <>
      <dt>{does}</dt>
      <dd>
        {press.map((key, index) => (
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

/** The key that shortcuts are pressed with; which one is known once the page is in the browser. */
export function useModifierKeyLabel(): string {
  const os = useOs();
  return os === "macos" || os === "ios" ? "⌘" : "Ctrl";
}
