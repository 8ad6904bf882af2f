import { Group, Loader, Skeleton, Stack, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { ElapsedTime } from "../generation/elapsed";
import { GenerationFailure } from "../generation/generation-failure";
import { ImageResult } from "./image-result";
import { ImageSample } from "./image-sample";
import type { GeneratedImage } from "./made-image";
import type { ImageGeneration } from "./use-image-generation";

interface ImageStageProps {
  generation: ImageGeneration;
  refundsFailures: boolean;
  onReuse: (image: GeneratedImage) => void;
  onPrompt: (prompt: string) => void;
}

/** What has become of the request: nothing yet, a wait, a failure or the picture. */
export function ImageStage({ generation, refundsFailures, onReuse, onPrompt }: ImageStageProps) {
  const t = useTranslations("image");
  const { shown, error, lastRequest } = generation;
  if (generation.isPending) return <GeneratingImage sinceMs={generation.sinceMs} />;
  if (error && lastRequest) {
    return (
      <GenerationFailure
        error={error}
        refundsFailures={refundsFailures}
        retryLabel={t("retry")}
        onRetry={() => generation.request(lastRequest)}
      />
    );
  }
  if (shown) return <ImageResult key={shown.id} image={shown} onReuse={() => onReuse(shown)} />;
  return <ImageSample onPrompt={onPrompt} />;
}

function GeneratingImage({ sinceMs }: { sinceMs: number }) {
  const t = useTranslations("image");
  return (
    <Stack gap="md">
      <Skeleton h={{ base: 240, md: 380 }} radius="md" />
      <Group gap="sm" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text size="sm">{t("making")}</Text>
        <Text size="sm" c="dimmed" ml="auto">
          <ElapsedTime sinceMs={sinceMs} />
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {t("mayLeave")}
      </Text>
    </Stack>
  );
}
