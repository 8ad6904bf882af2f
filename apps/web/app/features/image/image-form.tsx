import { IMAGE_COST_CREDITS } from "@app/core/credits/costs";
import type { ImageChoices } from "@app/core/image/image-input";
import { Button, Stack, Switch } from "@mantine/core";
import IconSparkles from "@tabler/icons-react/dist/esm/icons/IconSparkles.mjs";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { useBalance } from "~/ui/shell/viewer";
import { LowBalanceHint, useOutOfCredits } from "../credits/out-of-credits";
import { ChoiceChips } from "../generation/choice-chips";
import { usePromptWithPresets } from "../generation/compose-prompt";
import { PromptField, SegmentedChoice } from "../generation/form-fields";
import { ReferenceField } from "../generation/reference-field";
import { StudioOptions } from "../generation/studio-layout";
import { isPictureAddress, type ReferenceState } from "../generation/use-reference";
import type { ImageSettings } from "./generated-image";
import { IMAGE_RATIOS, IMAGE_STYLES, type ImagePresets, RESULT_COUNTS } from "./prompt-presets";
import type { ImageRequest } from "./use-image-generation";

interface ImageFormProps {
  sizes: ImageChoices["sizes"];
  reference: ReferenceState;
  settings: ImageSettings;
  onSettings: (settings: ImageSettings) => void;
  presets: ImagePresets;
  onPresets: (presets: ImagePresets) => void;
  onRequest: (request: ImageRequest, count: number) => void;
  isGenerating: boolean;
}

export function ImageForm(props: ImageFormProps) {
  const { sizes, reference, settings, onSettings, presets, onPresets, onRequest, isGenerating } = props;
  const t = useTranslations("image");
  const studio = useTranslations("studio");
  const { credits } = useBalance();
  const { offer } = useOutOfCredits();
  const additions = usePresetTexts(settings, presets);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { composed, tooLongText } = usePromptWithPresets(settings.prompt, additions);
  const imageUrl = reference.url.trim();
  const addressError = isPictureAddress(imageUrl) ? null : studio("reference.notAddress");
  const referenceError = imageUrl === "" ? t("referenceMissing") : addressError;
  const isReady = referenceError === null && settings.prompt.trim() !== "" && tooLongText === null;
  const count = Number(presets.count);
  const cost = count * IMAGE_COST_CREDITS;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (!isReady || reference.isBusy || isGenerating) return;
    // Otherwise some of the images would be made and charged, and the others refused.
    if (count > 1 && credits !== null && credits < cost) return offer();
    setWasSubmitted(false);
    onRequest({ ...settings, prompt: composed, imageUrl }, count);
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="lg">
        <ReferenceField
          reference={reference}
          label={t("reference")}
          error={wasSubmitted && !reference.isBusy ? referenceError : null}
        />
        <PromptField
          value={settings.prompt}
          onChange={(prompt) => onSettings({ ...settings, prompt })}
          placeholder={t("promptExample")}
          error={wasSubmitted && settings.prompt.trim() === "" ? t("promptMissing") : tooLongText}
          additions={additions}
        />
        <StudioOptions>
          <ChoiceChips
            label={t("style")}
            options={IMAGE_STYLES.map((value) => ({ value, label: t(`styleName.${value}`) }))}
            value={presets.style}
            onChange={(style) => onPresets({ ...presets, style })}
          />
          <SegmentedChoice
            label={t("size")}
            options={sizes.map((size) => ({ value: size, label: t(`sizeName.${size}`) }))}
            value={settings.size}
            onChange={(size) => onSettings({ ...settings, size })}
            description={t(`sizeText.${settings.size}`)}
          />
          {settings.size === "adaptive" ? null : (
            <ChoiceChips
              label={t("ratio")}
              options={IMAGE_RATIOS.map((value) => ({ value, label: value === "auto" ? t("ratioAuto") : value }))}
              value={presets.ratio}
              onChange={(ratio) => onPresets({ ...presets, ratio })}
            />
          )}
          <SegmentedChoice
            label={t("count")}
            options={RESULT_COUNTS.map((value) => ({ value, label: value }))}
            value={presets.count}
            onChange={(value) => onPresets({ ...presets, count: value })}
          />
          <Switch
            label={t("watermark")}
            description={t("watermarkText")}
            checked={settings.watermark}
            onChange={(event) => onSettings({ ...settings, watermark: event.currentTarget.checked })}
          />
        </StudioOptions>
        <LowBalanceHint costCredits={cost} />
        <Button
          type="submit"
          size="md"
          loading={isGenerating}
          disabled={reference.isBusy}
          leftSection={<IconSparkles size={18} aria-hidden />}
        >
          {count > 1 ? t("generateSeveral", { count, credits: cost }) : t("generate", { credits: cost })}
        </Button>
      </Stack>
    </form>
  );
}

/** What the presets add to the prompt. A size that follows the reference has its shape, whatever the ratio says. */
function usePresetTexts({ size }: ImageSettings, { style, ratio }: ImagePresets): string[] {
  const t = useTranslations("image.preset");
  return [
    ...(style === "none" ? [] : [t(`style.${style}`)]),
    ...(ratio === "auto" || size === "adaptive" ? [] : [t("ratio", { ratio })]),
  ];
}
