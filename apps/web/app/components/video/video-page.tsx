import { Card, SimpleGrid, Stack } from "@mantine/core";
import { FailureNotice } from "../failure/failure-notice";
import { readFailure } from "../failure/read-failure";
import { EmptyState } from "../page/empty-state";
import { PageHeader } from "../page/page-header";
import { useVideoGeneration } from "./use-video-generation";
import { VideoForm } from "./video-form";
import type { VideoTask } from "./video-task";
import { VideoTaskCard } from "./video-task-card";

interface VideoPageProps {
  durationMaxSeconds: number;
  /** Videos that were being made when the page was loaded. */
  open: readonly VideoTask[];
}

/** Makes videos and shows them as they get done. */
export function VideoPage({ durationMaxSeconds, open }: VideoPageProps) {
  const { generation, tasks } = useVideoGeneration(open);
  return (
    <>
      <PageHeader
        title="Video"
        description="Describe a scene, set a picture in motion, or both. It takes a minute or a few."
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Card withBorder padding="lg">
          <VideoForm
            durationMaxSeconds={durationMaxSeconds}
            onRequest={(request) => generation.mutate(request)}
            isSubmitting={generation.isPending}
          />
        </Card>
        <Stack gap="md">
          {generation.error ? <FailureNotice failure={readFailure(generation.error)} /> : null}
          {tasks.length === 0 ? (
            <EmptyState>The video appears here. You may leave the page meanwhile.</EmptyState>
          ) : null}
          {tasks.map((task) => (
            <VideoTaskCard key={task.historyId} task={task} />
          ))}
        </Stack>
      </SimpleGrid>
    </>
  );
}
