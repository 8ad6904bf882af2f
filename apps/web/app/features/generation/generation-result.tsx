import { Button, Group } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import type { TablerIcon } from "@tabler/icons-react";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconCopy from "@tabler/icons-react/dist/esm/icons/IconCopy.mjs";
import IconDownload from "@tabler/icons-react/dist/esm/icons/IconDownload.mjs";
import IconHeart from "@tabler/icons-react/dist/esm/icons/IconHeart.mjs";
import IconHeartFilled from "@tabler/icons-react/dist/esm/icons/IconHeartFilled.mjs";
import IconLink from "@tabler/icons-react/dist/esm/icons/IconLink.mjs";
import IconRepeat from "@tabler/icons-react/dist/esm/icons/IconRepeat.mjs";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { useLocalePath } from "~/i18n/page-language";

interface ResultActionsProps {
  generationId: string;
  prompt: string;
  isFavorite: boolean;
  onFavorite: () => void;
  onReuse: () => void;
  /** What else can be done with this kind of result. */
  children?: ReactNode;
}

export function ResultActions(props: ResultActionsProps) {
  const { generationId, prompt, isFavorite, onFavorite, onReuse, children } = props;
  const t = useTranslations("studio.actions");
  const tLibrary = useTranslations("library");
  const HeartIcon = isFavorite ? IconHeartFilled : IconHeart;
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant={isFavorite ? "light" : "default"}
        aria-pressed={isFavorite}
        onClick={onFavorite}
        leftSection={<HeartIcon size={16} aria-hidden />}
      >
        {tLibrary("favorite")}
      </Button>
      {children}
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
      <CopyAction label={t("copy")} Icon={IconCopy} text={() => prompt} />
      <CopyLinkAction generationId={generationId} />
      <Button size="xs" variant="default" onClick={onReuse} leftSection={<IconRepeat size={16} aria-hidden />}>
        {t("reuse")}
      </Button>
    </Group>
  );
}

/** Copies the address of the result in the library, which its owner can open. */
function CopyLinkAction({ generationId }: { generationId: string }) {
  const t = useTranslations("studio.actions");
  const path = useLocalePath();
  const address = path(`/history?${new URLSearchParams({ id: generationId })}`);
  return <CopyAction label={t("copyLink")} Icon={IconLink} text={() => `${window.location.origin}${address}`} />;
}

interface CopyActionProps {
  label: string;
  Icon: TablerIcon;
  text: () => string;
}

function CopyAction({ label, Icon, text }: CopyActionProps) {
  const t = useTranslations("studio.actions");
  const { copy, copied } = useClipboard();
  return (
    <Button
      size="xs"
      variant="default"
      onClick={() => copy(text())}
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <Icon size={16} aria-hidden />}
    >
      <span aria-live="polite">{copied ? t("copied") : label}</span>
    </Button>
  );
}

const TICK_MS = 1_000;

/** The time since a moment of the browser's clock. Not announced to screen readers, which would read it every second. */
export function ElapsedTime({ sinceMs }: { sinceMs: number }) {
  const format = useFormat();
  const seconds = useElapsedSeconds(sinceMs);
  return <span aria-live="off">{seconds === null ? "" : format.elapsed(seconds)}</span>;
}

/**
 * The seconds since a moment of the browser's clock, updated every second.
 * @returns null without a moment, and in the server's HTML, because the server's clock may differ
 */
export function useElapsedSeconds(sinceMs: number | null): number | null {
  const [nowMs, setNowMs] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNowMs(Date.now());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs === null || sinceMs === null ? null : (nowMs - sinceMs) / 1_000;
}
