import { ActionIcon, CopyButton } from "@mantine/core";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconCopy from "@tabler/icons-react/dist/esm/icons/IconCopy.mjs";
import { useTranslations } from "use-intl/react";

/** A button that copies `text` and confirms it for two seconds. */
export function CopyAction({ text, label }: { text: string; label: string }) {
  const t = useTranslations("chat");
  return (
    <CopyButton value={text} timeout={2_000}>
      {({ copied, copy }) => {
        const shown = copied ? t("copied") : label;
        return (
          <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={shown} title={shown}>
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        );
      }}
    </CopyButton>
  );
}
