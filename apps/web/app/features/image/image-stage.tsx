import { Badge, Button, Group, Image, Loader, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { GenerationFailure } from "../generation/generation-notices";
import { ElapsedTime, ResultActions } from "../generation/generation-result";
import { CompareSlider } from "./compare-slider";
import type { GeneratedImage } from "./generated-image";
import day from "./sample-day.svg";
import night from "./sample-night.svg";
import type { ImageGeneration } from "./use-image-generation";

interface ImageStageProps {
  generation: ImageGeneration;
  refundsFailures: boolean;
  onReuse: (image: GeneratedImage) => void;
  onPrompt: (prompt: string) => void;
}

/** Shows the sample, the progress, the failure or the result. */
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

const PICTURE_HEIGHT_MAX = "70vh";

/** The image compared with its reference, its settings and actions. */
function ImageResult({ image, onReuse }: { image: GeneratedImage; onReuse: () => void }) {
  const t = useTranslations("image");
  const { id, url, imageUrl, prompt, revisedPrompt, size, watermark } = image;
  return (
    <Stack gap="md">
      {imageUrl === null ? (
        <Image src={url} alt={prompt} radius="md" fit="contain" mah={PICTURE_HEIGHT_MAX} />
      ) : (
        <CompareSlider before={imageUrl} after={url} alt={prompt} />
      )}
      <Stack gap={6}>
        <Text size="sm" lineClamp={4} style={{ overflowWrap: "anywhere" }}>
          {prompt}
        </Text>
        {revisedPrompt === null ? null : (
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {t("revised", { prompt: revisedPrompt })}
          </Text>
        )}
        <Group gap={6}>
          <Badge variant="default" tt="none" fw={500}>
            {t(`sizeName.${size}`)}
          </Badge>
          {watermark ? (
            <Badge variant="default" tt="none" fw={500}>
              {t("watermark")}
            </Badge>
          ) : null}
        </Group>
      </Stack>
      <ResultActions generationId={id} prompt={prompt} onReuse={onReuse} />
    </Stack>
  );
}

/** An example for users without images. */
function ImageSample({ onPrompt }: { onPrompt: (prompt: string) => void }) {
  const t = useTranslations("image");
  const prompt = t("sample.prompt");
  return (
    <Stack gap="md">
      <CompareSlider before={day} after={night} alt={t("sample.alt")} />
      <div>
        <Title order={2} size="h4">
          {t("sample.title")}
        </Title>
        <Text size="sm" c="dimmed" mt={4}>
          {t("sample.text")}
        </Text>
      </div>
      <Text size="sm" fs="italic">
        {t("sample.quoted", { prompt })}
      </Text>
      <Button variant="default" size="xs" w="fit-content" onClick={() => onPrompt(prompt)}>
        {t("sample.use")}
      </Button>
    </Stack>
  );
}
