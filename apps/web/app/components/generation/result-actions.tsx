import { Button, CopyButton, Group } from "@mantine/core";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconCopy from "@tabler/icons-react/dist/esm/icons/IconCopy.mjs";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconRepeat from "@tabler/icons-react/dist/esm/icons/IconRepeat.mjs";
import { useTranslations } from "use-intl/react";

interface ResultActionsProps {
  /** Null where there is nothing to download. */
  url: string | null;
  prompt: string;
  onReuse: () => void;
}

/** What can be done with something that was made. */
export function ResultActions({ url, prompt, onReuse }: ResultActionsProps) {
  const t = useTranslations("studio.actions");
  return (
    <Group gap="xs">
      {url === null ? null : (
        <Button
          component="a"
          href={url}
          // Files lie on another host, whose browsers show rather than save: not in the place of this page.
          target="_blank"
          rel="noreferrer"
          download
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t("download")}
        </Button>
      )}
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
