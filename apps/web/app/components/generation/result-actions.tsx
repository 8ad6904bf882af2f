import { Button, CopyButton, Group } from "@mantine/core";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconCopy from "@tabler/icons-react/dist/esm/icons/IconCopy.mjs";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconRepeat from "@tabler/icons-react/dist/esm/icons/IconRepeat.mjs";
import { useTranslations } from "use-intl/react";

interface ResultActionsProps {
  generationId: string;
  prompt: string;
  onReuse: () => void;
}

/** What can be done with something that was made. */
export function ResultActions({ generationId, prompt, onReuse }: ResultActionsProps) {
  const t = useTranslations("studio.actions");
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={`/history/${encodeURIComponent(generationId)}/file`}
        download
        size="xs"
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        {t("download")}
      </Button>
      <CopyButton value={prompt}>
        {({ copied, copy }) => (
          <Button
            size="xs"
            variant="default"
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            <span aria-live="polite">{copied ? t("copied") : t("copy")}</span>
          </Button>
        )}
      </CopyButton>
      <Button size="xs" variant="default" onClick={onReuse} leftSection={<IconRepeat size={16} aria-hidden />}>
        {t("reuse")}
      </Button>
    </Group>
  );
}
