import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/video-choices";
import { Alert, Badge, Button, Card, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import IconAlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import { useTranslations } from "use-intl/react";
import { ElapsedTime, ResultActions, VideoPlayer } from "../generation/generation-result";
import { useReasonText } from "../generation/use-reason-text";
import classes from "./video-card.module.css";
import type { ShownVideo, VideoRequestSettings, VideoStage } from "./video-task";

interface VideoCardProps {
  video: ShownVideo;
  refundsFailures: boolean;
  onReuse: (request: VideoRequestSettings) => void;
}

/** A video, its progress or its failure. */
export function VideoCard({ video, refundsFailures, onReuse }: VideoCardProps) {
  const t = useTranslations("video");
  const { request, progress, sinceMs } = video;
  const prompt = request.prompt === VIDEO_DEFAULT_PROMPT ? t("fromPicture") : request.prompt;
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
          <Text size="sm" lineClamp={4} style={{ overflowWrap: "anywhere" }}>
            {prompt}
          </Text>
          <RequestedSettings request={request} />
        </Stack>
        {progress.phase === "open" ? <VideoProgressView stage={progress.stage} sinceMs={sinceMs} /> : null}
        {progress.phase === "failed" ? (
          <VideoFailure error={progress.error} refundsFailures={refundsFailures} onRetry={() => onReuse(request)} />
        ) : null}
        {progress.phase === "completed" ? (
          <ResultActions generationId={video.id} prompt={request.prompt} onReuse={() => onReuse(request)} />
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

function VideoProgressView({ stage, sinceMs }: { stage: VideoStage; sinceMs: number | null }) {
  const t = useTranslations("video");
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500} aria-live="polite">
          {t(`stage.${stage}`)}
        </Text>
        <Text size="sm" c="dimmed">
          {sinceMs === null ? null : <ElapsedTime sinceMs={sinceMs} />}
        </Text>
      </Group>
      <div className={classes["track"]} aria-hidden />
      <Text size="xs" c="dimmed">
        {t("mayLeave")}
      </Text>
    </Stack>
  );
}

interface VideoFailureProps {
  error: string;
  refundsFailures: boolean;
  onRetry: () => void;
}

/** Shows why a video failed and whether it was charged, with a button that fills the form with its settings. */
function VideoFailure({ error, refundsFailures, onRetry }: VideoFailureProps) {
  const t = useTranslations();
  const reason = useReasonText();
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {reason(error)}
      <Text size="sm" mt={4}>
        {t(`studio.charge.${refundsFailures ? "refunded" : "kept"}`)}
      </Text>
      <Button size="xs" variant="default" mt="sm" display="block" onClick={onRetry}>
        {t("video.tryAgain")}
      </Button>
    </Alert>
  );
}
