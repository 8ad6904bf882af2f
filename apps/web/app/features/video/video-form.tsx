import { VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import type { VideoChoices } from "@app/core/video/video-choices";
import { Button, Group, Input, Slider, Stack, Switch, Text } from "@mantine/core";
import IconSparkles from "@tabler/icons-react/dist/esm/icons/IconSparkles.mjs";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { LowBalanceHint } from "../credits/out-of-credits";
import { ChoiceChips } from "../generation/choice-chips";
import { usePromptWithPresets } from "../generation/compose-prompt";
import { PromptField, SegmentedChoice } from "../generation/form-fields";
import { ReferenceField } from "../generation/reference-field";
import { StudioOptions } from "../generation/studio-layout";
import { isPictureAddress, type ReferenceState } from "../generation/use-reference";
import type { VideoRequest } from "./use-video-generation";
import { VIDEO_CAMERAS, VIDEO_LOOKS, type VideoPresets } from "./video-presets";
import { DURATION_MIN_SECONDS, missingInput, toVideoRequest, VIDEO_MODES, type VideoSettings } from "./video-settings";

interface VideoFormProps {
  choices: VideoChoices;
  reference: ReferenceState;
  settings: VideoSettings;
  onSettings: (settings: VideoSettings) => void;
  presets: VideoPresets;
  onPresets: (presets: VideoPresets) => void;
  onRequest: (request: VideoRequest) => void;
  isSubmitting: boolean;
}

export function VideoForm(props: VideoFormProps) {
  const { choices, reference, settings, onSettings, presets, onPresets, onRequest, isSubmitting } = props;
  const t = useTranslations("video");
  const studio = useTranslations("studio");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const imageUrl = reference.url.trim();
  const isFromImage = settings.mode === "image";
  const isUploading = isFromImage && reference.isBusy;
  const additions = usePresetTexts(settings, presets);
  const { composed, tooLongText } = usePromptWithPresets(settings.prompt, additions);
  const missing = missingInput(settings, imageUrl);
  const addressError = isFromImage && !isPictureAddress(imageUrl) ? studio("reference.notAddress") : null;
  const referenceError = missing === "reference" ? t("referenceMissing") : addressError;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (missing || addressError || tooLongText || isUploading || isSubmitting) return;
    setWasSubmitted(false);
    onRequest(toVideoRequest({ ...settings, prompt: composed }, imageUrl));
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="lg">
        <SegmentedChoice
          label={t("mode")}
          isLabelHidden
          options={VIDEO_MODES.map((mode) => ({ value: mode, label: t(`modeName.${mode}`) }))}
          value={settings.mode}
          onChange={(mode) => onSettings({ ...settings, mode })}
        />
        {isFromImage ? (
          <ReferenceField
            reference={reference}
            label={t("reference")}
            error={wasSubmitted && !isUploading ? referenceError : null}
          />
        ) : null}
        <PromptField
          value={settings.prompt}
          onChange={(prompt) => onSettings({ ...settings, prompt })}
          placeholder={t(isFromImage ? "promptExampleImage" : "promptExample")}
          {...(isFromImage ? { description: t("promptOptional") } : {})}
          error={wasSubmitted && missing === "prompt" ? t("promptMissing") : tooLongText}
          additions={additions}
        />
        <StudioOptions>
          {isCameraFixed(settings) ? null : (
            <ChoiceChips
              label={t("camera")}
              options={VIDEO_CAMERAS.map((value) => ({ value, label: t(`cameraName.${value}`) }))}
              value={presets.camera}
              onChange={(camera) => onPresets({ ...presets, camera })}
            />
          )}
          <ChoiceChips
            label={t("look")}
            options={VIDEO_LOOKS.map((value) => ({ value, label: t(`lookName.${value}`) }))}
            value={presets.look}
            onChange={(look) => onPresets({ ...presets, look })}
          />
          <VideoOptions settings={settings} onSettings={onSettings} choices={choices} />
        </StudioOptions>
        <LowBalanceHint costCredits={VIDEO_COST_CREDITS} />
        <Button
          type="submit"
          size="md"
          loading={isSubmitting}
          disabled={isUploading}
          leftSection={<IconSparkles size={18} aria-hidden />}
        >
          {t("generate", { credits: VIDEO_COST_CREDITS })}
        </Button>
      </Stack>
    </form>
  );
}

const isCameraFixed = ({ mode, cameraFixed }: VideoSettings) => mode === "image" && cameraFixed;

/** What the presets add to the prompt. A fixed camera does not move, whatever the preset says. */
function usePresetTexts(settings: VideoSettings, { camera, look }: VideoPresets): string[] {
  const t = useTranslations("video.preset");
  return [
    ...(camera === "none" || isCameraFixed(settings) ? [] : [t(`camera.${camera}`)]),
    ...(look === "none" ? [] : [t(`look.${look}`)]),
  ];
}

interface VideoOptionsProps {
  settings: VideoSettings;
  onSettings: (settings: VideoSettings) => void;
  choices: VideoChoices;
}

/** Duration, resolution, watermark and, for videos from a picture, the fixed camera. */
export function VideoOptions({ settings, onSettings, choices }: VideoOptionsProps) {
  const t = useTranslations("video");
  const range = durationRange(choices);
  const { mode, duration, resolution, watermark, cameraFixed } = settings;
  return (
    <>
      <div>
        <Group justify="space-between" mb={4}>
          <Input.Label component="span">{t("duration")}</Input.Label>
          <Text size="sm">{t("seconds", { seconds: duration })}</Text>
        </Group>
        {range ? (
          <Slider
            {...range}
            label={null}
            value={duration}
            onChange={(seconds) => onSettings({ ...settings, duration: seconds })}
            thumbLabel={t("duration")}
            thumbProps={{ "aria-valuetext": t("seconds", { seconds: duration }) }}
            thumbSize={24}
          />
        ) : null}
      </div>
      <SegmentedChoice
        label={t("resolution")}
        options={choices.resolutions.map((value) => ({ value, label: value }))}
        value={resolution}
        onChange={(selected) => onSettings({ ...settings, resolution: selected })}
        description={t(`resolutionText.${resolution}`)}
      />
      <Stack gap="sm">
        <Switch
          label={t("watermark")}
          description={t("watermarkText")}
          checked={watermark}
          onChange={(event) => onSettings({ ...settings, watermark: event.currentTarget.checked })}
        />
        {mode === "image" ? (
          <Switch
            label={t("cameraFixed")}
            description={t("cameraFixedText")}
            checked={cameraFixed}
            onChange={(event) => onSettings({ ...settings, cameraFixed: event.currentTarget.checked })}
          />
        ) : null}
      </Stack>
    </>
  );
}

/** The range of the slider: any whole second, or only the durations of the model. Null if there is only one. */
function durationRange({ durations, maxDurationSeconds }: VideoChoices) {
  const min = durations?.[0] ?? DURATION_MIN_SECONDS;
  const max = durations?.at(-1) ?? maxDurationSeconds;
  if (max <= min) return null;
  const hasGaps = durations !== null && durations.length < max - min + 1;
  return { min, max, ...(hasGaps ? { restrictToMarks: true, marks: durations.map((value) => ({ value })) } : {}) };
}
