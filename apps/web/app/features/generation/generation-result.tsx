import { Box, Button, CopyButton, Group } from "@mantine/core";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconCopy from "@tabler/icons-react/dist/esm/icons/IconCopy.mjs";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconRepeat from "@tabler/icons-react/dist/esm/icons/IconRepeat.mjs";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";

interface ResultActionsProps {
  generationId: string;
  prompt: string;
  onReuse: () => void;
}

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

/** An inline video player. Loads only the metadata until the user presses play. */
export function VideoPlayer({ src, label }: { src: string; label: string }) {
  return <Box component="video" src={src} controls playsInline preload="metadata" aria-label={label} />;
}

const TICK_MS = 1_000;

/**
 * The time since a moment of the browser's clock, updated every second. Empty in the server's HTML, because the server's clock may differ.
 * Not announced to screen readers, which would read it every second.
 */
export function ElapsedTime({ sinceMs }: { sinceMs: number }) {
  const format = useFormat();
  const [nowMs, setNowMs] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNowMs(Date.now());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span aria-live="off">{nowMs === null ? "" : format.elapsed((nowMs - sinceMs) / 1_000)}</span>;
}
