import { VIDEO_POLL_GIVE_UP_MS } from "@app/core/video/decide-video-status";
import type { UsualWait } from "@app/core/video/usual-wait";
import { Alert, Badge, Button, Card, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import { useEffect } from "react";
import { useTranslations } from "use-intl/react";
import { useFormat } from "~/i18n/format";
import { FailureNotice } from "~/ui/failure-notice";
import { ResultActions, useElapsedSeconds } from "../generation/generation-result";
import { VideoPlayer } from "../generation/result-media";
import { usePromptText } from "../generation/use-prompt-text";
import { useReasonText } from "../generation/use-reason-text";
import { isUncharged } from "../history/generation";
import { useFavorites } from "../history/use-favorites";
import { useOpenVideos } from "./open-videos";
import classes from "./video-card.module.css";
import type { ShownVideo, VideoRequestSettings, VideoStage } from "./video-task";

interface VideoCardProps {
  video: ShownVideo;
  /** How long videos usually take; null while too few were made to tell. */
  usualWait: UsualWait | null;
  /** Whether the service refunds failed generations: tells whether one was refunded that has just failed. */
  refundsFailures: boolean;
  onReuse: (request: VideoRequestSettings) => void;
}

/** A video, its progress or its failure. */
export function VideoCard({ video, usualWait, refundsFailures, onReuse }: VideoCardProps) {
  const t = useTranslations("video");
  const { request, progress, sinceMs } = video;
  const favorites = useFavorites();
  const prompt = usePromptText()(request.prompt);
  // Another page may have announced it.
  useEffect(() => {
    notifications.hide(video.id);
  }, [video.id]);
  return (
    <Card component="article" aria-label={prompt}>
      {/* A failure has its own alert. */}
      <VisuallyHidden role="status">
        {sinceMs !== null && progress.phase === "completed" ? t("done") : null}
      </VisuallyHidden>
      <Stack gap="md">
        {progress.phase === "completed" ? (
          <div className={classes["player"]}>
            <VideoPlayer src={progress.videoUrl} label={prompt} />
          </div>
        ) : null}
        <Stack gap={6}>
          <Text size="sm" lineClamp={4} dir="auto" style={{ overflowWrap: "anywhere" }}>
            {prompt}
          </Text>
          <RequestedSettings request={request} />
        </Stack>
        {progress.phase === "open" ? (
          <VideoProgressView video={video} stage={progress.stage} usualWait={usualWait} />
        ) : null}
        {progress.phase === "failed" ? (
          <VideoFailure
            error={progress.error}
            isRefunded={progress.refunded ?? refundsFailures}
            onRetry={() => onReuse(request)}
          />
        ) : null}
        {progress.phase === "completed" ? (
          <ResultActions
            generationId={video.id}
            prompt={request.prompt}
            isFavorite={favorites.isFavorite(video)}
            onFavorite={() => favorites.toggle(video)}
            onReuse={() => onReuse(request)}
          />
        ) : null}
      </Stack>
    </Card>
  );
}

function RequestedSettings({ request: { duration, resolution, watermark } }: { request: VideoRequestSettings }) {
  const t = useTranslations("video");
  const settings = [
    duration ? t("seconds", { seconds: duration }) : null,
    resolution,
    watermark ? t("watermark") : null,
  ];
  return (
    <Group gap={6}>
      {settings.map((setting) =>
        setting ? (
          <Badge key={setting} variant="default" tt="none" fw={500}>
            {setting}
          </Badge>
        ) : null,
      )}
    </Group>
  );
}

interface VideoProgressProps extends Pick<VideoCardProps, "video" | "usualWait"> {
  stage: VideoStage;
}

function VideoProgressView({ video, stage, usualWait }: VideoProgressProps) {
  const t = useTranslations("video");
  const usualText = useUsualWaitText();
  const format = useFormat();
  const elapsedSeconds = useElapsedSeconds(video.sinceMs);
  const watchedSeconds = useElapsedSeconds(video.watchedSinceMs ?? null);
  const { watchAgain } = useOpenVideos();
  // Nothing would tell the user when the video is ready.
  if (stage === "signedOut") return <FailureNotice failure={{ kind: "sessionEnded" }} />;
  const isSlow = usualWait !== null && elapsedSeconds !== null && elapsedSeconds > usualWait.toMinutes * 60;
  const isWatched = watchedSeconds === null || watchedSeconds * 1_000 <= VIDEO_POLL_GIVE_UP_MS;
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500} aria-live="polite">
          {t(isWatched ? `stage.${stage}` : "stage.unknown")}
        </Text>
        <Text size="sm" c="dimmed" aria-live="off">
          {elapsedSeconds === null ? null : format.elapsed(elapsedSeconds)}
        </Text>
      </Group>
      {isWatched ? (
        <>
          <div className={classes["track"]} aria-hidden />
          <Text size="xs" c="dimmed">
            {[isSlow ? t("slow") : usualText(usualWait), t("mayLeave")].join(" ").trim()}
          </Text>
        </>
      ) : (
        <>
          <Text size="xs" c="dimmed" role="status">
            {t("notWatched")}
          </Text>
          <Button size="xs" variant="default" w="fit-content" onClick={() => watchAgain(video.id)}>
            {t("watchAgain")}
          </Button>
        </>
      )}
    </Stack>
  );
}

/** @returns a function that says how long videos usually take; an empty text for null */
export function useUsualWaitText(): (wait: UsualWait | null) => string {
  const t = useTranslations("video.usual");
  return (wait) => {
    if (wait === null) return "";
    const { fromMinutes, toMinutes } = wait;
    return toMinutes > fromMinutes
      ? t("range", { from: fromMinutes, to: toMinutes })
      : t("about", { minutes: toMinutes });
  };
}

interface VideoFailureProps {
  error: string;
  isRefunded: boolean;
  onRetry: () => void;
}

/** Shows why a video failed and whether it was charged, with a button that fills the form with its settings. */
function VideoFailure({ error, isRefunded, onRetry }: VideoFailureProps) {
  const t = useTranslations();
  const reason = useReasonText();
  const charge = isUncharged({ error }) ? "nothingCharged" : isRefunded ? "refunded" : "kept";
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {reason(error)}
      <Text size="sm" mt={4}>
        {t(`studio.charge.${charge}`)}
      </Text>
      <Button size="xs" variant="default" mt="sm" display="block" onClick={onRetry}>
        {t("video.tryAgain")}
      </Button>
    </Alert>
  );
}
