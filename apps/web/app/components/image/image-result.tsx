import { Badge, Group, Image, Stack, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { ResultActions } from "../generation/result-actions";
import { CompareSlider } from "./compare-slider";
import type { GeneratedImage } from "./made-image";

const PICTURE_HEIGHT_MAX = "70vh";

/** A picture over the one it was made from, and what can be done with it. */
export function ImageResult({ image, onReuse }: { image: GeneratedImage; onReuse: () => void }) {
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
