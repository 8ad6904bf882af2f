import { Alert, Card, Group, Loader, Text } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { VideoPlayer } from "../history/video-player";
import { Elapsed } from "./elapsed";
import { useVideoProgress } from "./use-video-progress";
import type { VideoProgress, VideoTask } from "./video-task";

/** A video from being asked for to being watched. */
export function VideoTaskCard({ task }: { task: VideoTask }) {
  const { progress, hasGivenUp } = useVideoProgress(task);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // A failed video may be refunded: the header is to say so.
    if (progress.phase === "failed") revalidate();
  }, [progress.phase, revalidate]);
  return (
    <Card withBorder padding="md">
      <Text fw={500} lineClamp={2} mb="xs" style={{ overflowWrap: "anywhere" }}>
        {task.prompt}
      </Text>
      <div aria-live="polite">
        <Progress progress={progress} hasGivenUp={hasGivenUp} prompt={task.prompt} />
      </div>
    </Card>
  );
}

interface ProgressProps {
  progress: VideoProgress;
  hasGivenUp: boolean;
  prompt: string;
}

function Progress({ progress, hasGivenUp, prompt }: ProgressProps) {
  if (progress.phase === "completed") return <VideoPlayer src={progress.videoUrl} label={prompt} />;
  if (progress.phase === "failed") return <Alert color="red">{progress.error}</Alert>;
  if (hasGivenUp) return <Text size="sm">This takes unusually long. When it ends, you find it in your history.</Text>;
  return (
    <Group gap="sm" wrap="nowrap">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{progress.text}</Text>
      {progress.elapsedSeconds === null ? null : (
        // Read out with every second it would drown the page.
        <Text size="sm" c="dimmed" ml="auto" aria-live="off">
          <Elapsed seconds={progress.elapsedSeconds} />
        </Text>
      )}
    </Group>
  );
}
