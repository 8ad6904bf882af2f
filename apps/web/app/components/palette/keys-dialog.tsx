import { Kbd, Stack, Switch } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Dialog } from "../page/dialog";
import classes from "./palette.module.css";
import { useModifierKeyLabel } from "./use-mod-key";

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
