import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/video-choices";
import { Badge, Card, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { ResultActions } from "../generation/result-actions";
import { VideoPlayer } from "../history/video-player";
import classes from "./video-card.module.css";
import { VideoFailure } from "./video-end";
import { VideoProgressView } from "./video-progress-view";
import type { ShownVideo, VideoRequestSettings } from "./video-task";

interface VideoCardProps {
  video: ShownVideo;
  refundsFailures: boolean;
  onReuse: (asked: VideoRequestSettings) => void;
}

/** A video from being asked for to being watched. */
export function VideoCard({ video, refundsFailures, onReuse }: VideoCardProps) {
  const t = useTranslations("video");
  const { asked, progress, sinceMs } = video;
  const prompt = asked.prompt === VIDEO_DEFAULT_PROMPT ? t("fromPicture") : asked.prompt;
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
          <RequestedSettings asked={asked} />
        </Stack>
        {progress.phase === "open" ? <VideoProgressView stage={progress.stage} sinceMs={sinceMs} /> : null}
        {progress.phase === "failed" ? (
          <VideoFailure error={progress.error} refundsFailures={refundsFailures} onRetry={() => onReuse(asked)} />
        ) : null}
        {progress.phase === "completed" ? (
          <ResultActions generationId={video.id} prompt={asked.prompt} onReuse={() => onReuse(asked)} />
        ) : null}
      </Stack>
    </Card>
  );
}

function RequestedSettings({ asked: { duration, resolution, watermark } }: { asked: VideoRequestSettings }) {
  const t = useTranslations("video");
  const facts = [duration ? t("seconds", { seconds: duration }) : null, resolution, watermark ? t("watermark") : null];
  return (
    <Group gap={6}>
      {facts.map((fact) =>
        fact ? (
          <Badge key={fact} variant="default" tt="none" fw={500}>
            {fact}
          </Badge>
        ) : null,
      )}
    </Group>
  );
}
