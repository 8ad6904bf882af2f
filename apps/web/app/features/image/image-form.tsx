import { IMAGE_COST_CREDITS } from "@app/core/credits/costs";
import type { ImageChoices } from "@app/core/image/image-input";
import { Button, Stack, Switch } from "@mantine/core";
import IconSparkles from "@tabler/icons-react/dist/esm/icons/IconSparkles.mjs";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { LowBalanceHint } from "../credits/out-of-credits";
import { PromptField, SegmentedChoice } from "../generation/form-fields";
import { ReferenceField } from "../generation/reference-field";
import type { ReferenceState } from "../generation/use-reference";
import type { ImageSettings } from "./generated-image";
import type { ImageRequest } from "./use-image-generation";

interface ImageFormProps {
  sizes: ImageChoices["sizes"];
  reference: ReferenceState;
  settings: ImageSettings;
  onSettings: (settings: ImageSettings) => void;
  onRequest: (request: ImageRequest) => void;
  isGenerating: boolean;
}

export function ImageForm({ sizes, reference, settings, onSettings, onRequest, isGenerating }: ImageFormProps) {
  const t = useTranslations("image");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const imageUrl = reference.url.trim();
  const isReady = imageUrl !== "" && settings.prompt.trim() !== "";
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (!isReady || reference.isBusy || isGenerating) return;
    setWasSubmitted(false);
    onRequest({ ...settings, imageUrl });
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="lg">
        <ReferenceField
          reference={reference}
          label={t("reference")}
          missingText={wasSubmitted && imageUrl === "" && !reference.isBusy ? t("referenceMissing") : null}
        />
        <PromptField
          value={settings.prompt}
          onChange={(prompt) => onSettings({ ...settings, prompt })}
          placeholder={t("promptExample")}
          error={wasSubmitted && settings.prompt.trim() === "" ? t("promptMissing") : null}
        />
        <SegmentedChoice
          label={t("size")}
          options={sizes.map((size) => ({ value: size, label: t(`sizeName.${size}`) }))}
          value={settings.size}
          onChange={(size) => onSettings({ ...settings, size })}
          description={t(`sizeText.${settings.size}`)}
        />
        <Switch
          label={t("watermark")}
          description={t("watermarkText")}
          checked={settings.watermark}
          onChange={(event) => onSettings({ ...settings, watermark: event.currentTarget.checked })}
        />
        <LowBalanceHint costCredits={IMAGE_COST_CREDITS} />
        <Button
          type="submit"
          size="md"
          loading={isGenerating}
          disabled={reference.isBusy}
          leftSection={<IconSparkles size={18} aria-hidden />}
        >
          {t("generate", { credits: IMAGE_COST_CREDITS })}
        </Button>
      </Stack>
    </form>
  );
}
