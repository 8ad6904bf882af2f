import type { ApiOutputs } from "@app/api/root";
import type { ImageChoices } from "@app/core/image/image-sizes";
import { Card, SimpleGrid, Stack, VisuallyHidden } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { RerunSourceMissing } from "../generation/earlier-missing";
import { NotConfigured } from "../generation/not-configured";
import { useRerun } from "../generation/use-earlier";
import { useReference } from "../generation/use-reference";
import { PageHeader } from "../page/page-header";
import { useDraft } from "../submission/use-draft";
import { ImageForm } from "./image-form";
import { ImageStage } from "./image-stage";
import { ImageStrip } from "./image-strip";
import { defaultImageSettings, type GeneratedImage, type ImageSettings, imageSettingsFrom } from "./made-image";
import { type ImageGeneration, useImageGeneration } from "./use-image-generation";

interface ImagePageProps {
  choices: ImageChoices;
  /** The pictures made last. */
  latest: readonly GeneratedImage[];
  /** What is to be made again. */
  earlier: ApiOutputs["studio"]["earlier"];
  isEarlierMissing: boolean;
  refundsFailures: boolean;
  isConfigured: boolean;
}

/** Makes a picture from a reference and a prompt. */
export function ImagePage(props: ImagePageProps) {
  const { choices, latest, earlier, isEarlierMissing, refundsFailures, isConfigured } = props;
  const t = useTranslations("image");
  const generation = useImageGeneration(latest);
  const reference = useReference("image", earlier?.imageUrl ?? "");
  const [draft, setSettings] = useDraft<ImageSettings>(
    "image.settings",
    earlier ? imageSettingsFrom(earlier, choices) : defaultImageSettings(choices),
  );
  // A draft may be older than the configuration.
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
      <Status generation={generation} />
    </>
  );
}

/** Says aloud what can be seen. A failure has its own alert. */
function Status({ generation }: { generation: ImageGeneration }) {
  const t = useTranslations("image");
  return (
    <VisuallyHidden role="status">
      {generation.isPending ? t("making") : null}
      {generation.isSuccess ? t("done") : null}
    </VisuallyHidden>
  );
}
