import { Center, Group, Loader, Text } from "@mantine/core";
import { FailureNotice } from "../failure/failure-notice";
import { readFailure } from "../failure/read-failure";
import { ImageResult } from "./image-result";
import type { useImageGeneration } from "./use-image-generation";

const OUTCOME_HEIGHT_MIN = 200;

/** What has become of the request: nothing yet, a wait, a failure or the picture. */
export function ImageOutcome({ generation }: { generation: ReturnType<typeof useImageGeneration> }) {
  if (generation.isSuccess) return <ImageResult result={generation.data} prompt={generation.variables.prompt} />;
  if (generation.isError) return <FailureNotice failure={readFailure(generation.error)} />;
  return (
    <Center mih={OUTCOME_HEIGHT_MIN}>
      {generation.isPending ? (
        <Group gap="sm">
          <Loader size="sm" aria-hidden />
          <Text>Generating the image…</Text>
        </Group>
      ) : (
        <Text c="dimmed">The result appears here.</Text>
      )}
    </Center>
  );
}
