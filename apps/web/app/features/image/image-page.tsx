import type { ApiOutputs } from "@app/api/root";
import type { ImageChoices } from "@app/core/image/image-input";
import { Card, Title, VisuallyHidden } from "@mantine/core";
import { useRef } from "react";
import { useTranslations } from "use-intl/react";
import { NotConfigured } from "~/ui/failure-notice";
import { PageHeader } from "~/ui/page-layout";
import { useDraft } from "~/ui/use-draft";
import { useComposedPrompt } from "../generation/composed-prompt";
import { RerunSourceMissing, useRerun } from "../generation/generation-notices";
import { StudioLayout, useCanvas } from "../generation/studio-layout";
import { useReference } from "../generation/use-reference";
import { defaultImageSettings, type GeneratedImage, type ImageSettings, imageSettingsFrom } from "./generated-image";
import { ImageForm } from "./image-form";
import { ImageStage } from "./image-stage";
import classes from "./image-strip.module.css";
import { DEFAULT_PRESETS, type ImagePresets, offeredPresets } from "./prompt-presets";
import { type ImageGeneration, type ImageRequest, useImageGeneration } from "./use-image-generation";

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
  const [presetsDraft, setPresets] = useDraft<ImagePresets>("image.presets", DEFAULT_PRESETS);
  // A stored draft may contain choices that are no longer offered.
  const settings = imageSettingsFrom(draft, choices);
  const presets = offeredPresets(presetsDraft);
  const { canvasRef, showCanvas } = useCanvas();
  const form = useRef<HTMLDivElement>(null);
  const fill = (from: Parameters<typeof imageSettingsFrom>[0] & { imageUrl: string | null }) => {
    setSettings(imageSettingsFrom(from, choices));
    // The prompt of an earlier generation contains the words of its presets.
    setPresets({ ...DEFAULT_PRESETS, count: presets.count });
    reference.setUrl(from.imageUrl ?? "");
  };
  useRerun(earlier, fill);
  useComposedPrompt("image", (prompt) => setSettings({ ...settings, prompt }));
  const focusPrompt = () => form.current?.querySelector("textarea")?.focus();
  const request = (input: ImageRequest, count: number) => {
    generation.request(input, count);
    showCanvas();
  };
  return (
    <>
      <PageHeader title={t("title")} description={t("description")} />
      {isConfigured ? null : <NotConfigured part="image" />}
      {isEarlierMissing ? <RerunSourceMissing /> : null}
      <StudioLayout
        canvasRef={canvasRef}
        controls={
          <div ref={form}>
            <ImageForm
              sizes={choices.sizes}
              reference={reference}
              settings={settings}
              onSettings={setSettings}
              presets={presets}
              onPresets={setPresets}
              onRequest={request}
              isGenerating={generation.isPending}
            />
          </div>
        }
        canvas={
          <>
            <Card padding="md" aria-busy={generation.isPending}>
              <ImageStage
                generation={generation}
                refundsFailures={refundsFailures}
                onReuse={(image) => {
                  fill(image);
                  focusPrompt();
                }}
                onVary={({ prompt, size, watermark, imageUrl }) => {
                  if (imageUrl !== null) request({ prompt, size, watermark, imageUrl }, 1);
                }}
                onUseAsReference={({ url }) => {
                  reference.setUrl(url);
                  focusPrompt();
                }}
                onSample={({ src, prompt }) => {
                  setSettings({ ...settings, prompt });
                  void reference.uploadFrom(src);
                  focusPrompt();
                }}
              />
            </Card>
            {generation.images.length > 1 ? (
              <ImageStrip
                images={generation.images}
                shownId={generation.shown?.id ?? null}
                onChoose={generation.choose}
              />
            ) : null}
          </>
        }
      />
      <GenerationStatus generation={generation} />
    </>
  );
}

/**
 * Announces progress to screen readers. A failure has its own alert. There is one text at a time: a browser that translates the page replaces text
 * nodes, and React could not remove one of two.
 */
function GenerationStatus({ generation: { isPending, doneCount } }: { generation: ImageGeneration }) {
  const t = useTranslations("image");
  const doneText = doneCount > 0 ? t("done") : null;
  return <VisuallyHidden role="status">{isPending ? t("making") : doneText}</VisuallyHidden>;
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
