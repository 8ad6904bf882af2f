import type { ApiOutputs } from "@app/api/root";
import type { ImageChoices } from "@app/core/image/image-input";
import { Card, SimpleGrid, Stack, Title, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { PageHeader } from "~/ui/page-layout";
import { useDraft } from "~/ui/use-draft";
import { NotConfigured, RerunSourceMissing, useRerun } from "../generation/generation-notices";
import { useReference } from "../generation/use-reference";
import { defaultImageSettings, type GeneratedImage, type ImageSettings, imageSettingsFrom } from "./generated-image";
import { ImageForm } from "./image-form";
import { ImageStage } from "./image-stage";
import classes from "./image-strip.module.css";
import { type ImageGeneration, useImageGeneration } from "./use-image-generation";

interface ImagePageProps {
  choices: ImageChoices;
  /** The user's most recent images. */
  latest: readonly GeneratedImage[];
  /** The earlier generation to repeat, if the URL names one. */
  earlier: ApiOutputs["studio"]["earlier"];
  isEarlierMissing: boolean;
  refundsFailures: boolean;
  isConfigured: boolean;
}

/** Generates images from a reference picture and a prompt. */
export function ImagePage(props: ImagePageProps) {
  const { choices, latest, earlier, isEarlierMissing, refundsFailures, isConfigured } = props;
  const t = useTranslations("image");
  const generation = useImageGeneration(latest);
  const reference = useReference("image", earlier?.imageUrl ?? "");
  const [draft, setSettings] = useDraft<ImageSettings>(
    "image.settings",
    earlier ? imageSettingsFrom(earlier, choices) : defaultImageSettings(choices),
  );
  // A stored draft may contain a size that is no longer offered.
  const settings = imageSettingsFrom(draft, choices);
  const fill = (from: Parameters<typeof imageSettingsFrom>[0] & { imageUrl: string | null }) => {
    setSettings(imageSettingsFrom(from, choices));
    reference.setUrl(from.imageUrl ?? "");
  };
  useRerun(earlier, fill);
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {isConfigured ? null : <NotConfigured part="image" />}
      {isEarlierMissing ? <RerunSourceMissing /> : null}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Card>
          <ImageForm
            sizes={choices.sizes}
            reference={reference}
            settings={settings}
            onSettings={setSettings}
            onRequest={generation.request}
            isGenerating={generation.isPending}
          />
        </Card>
        <Stack gap="lg" miw={0}>
          <Card aria-busy={generation.isPending}>
            <ImageStage
              generation={generation}
              refundsFailures={refundsFailures}
              onReuse={fill}
              onPrompt={(prompt) => setSettings({ ...settings, prompt })}
            />
          </Card>
          {generation.images.length > 1 ? (
            <ImageStrip
              images={generation.images}
              shownId={generation.shown?.id ?? null}
              onChoose={generation.choose}
            />
          ) : null}
        </Stack>
      </SimpleGrid>
      <GenerationStatus generation={generation} />
    </>
  );
}

/** Announces progress to screen readers. A failure has its own alert. */
function GenerationStatus({ generation }: { generation: ImageGeneration }) {
  const t = useTranslations("image");
  return (
    <VisuallyHidden role="status">
      {generation.isPending ? t("making") : null}
      {generation.isSuccess ? t("done") : null}
    </VisuallyHidden>
  );
}

interface ImageStripProps {
  images: readonly GeneratedImage[];
  shownId: string | null;
  onChoose: (id: string) => void;
}

/** Thumbnails of the latest images. */
function ImageStrip({ images, shownId, onChoose }: ImageStripProps) {
  const t = useTranslations("image");
  return (
    <section>
      <Title order={2} size="h4" mb={6}>
        {t("latest")}
      </Title>
      <ul className={classes["strip"]}>
        {images.map(({ id, url, prompt }) => (
          <li key={id}>
            <button
              type="button"
              className={classes["thumb"]}
              aria-pressed={id === shownId}
              aria-label={t("show", { prompt })}
              onClick={() => onChoose(id)}
            >
              <img src={url} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
