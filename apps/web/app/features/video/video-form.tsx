import { VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import type { VideoChoices } from "@app/core/video/video-choices";
import { Button, Group, Input, Slider, Stack, Switch, Text } from "@mantine/core";
import IconSparkles from "@tabler/icons-react/dist/esm/icons/IconSparkles.mjs";
import { type FormEvent, useState } from "react";
import { useTranslations } from "use-intl/react";
import { LowBalanceHint } from "../credits/out-of-credits";
import { PromptField, SegmentedChoice } from "../generation/form-fields";
import { ReferenceField } from "../generation/reference-field";
import type { ReferenceState } from "../generation/use-reference";
import type { VideoRequest } from "./use-video-generation";
import { DURATION_MIN_SECONDS, missingInput, toVideoRequest, VIDEO_MODES, type VideoSettings } from "./video-settings";

interface VideoFormProps {
  choices: VideoChoices;
  reference: ReferenceState;
  settings: VideoSettings;
  onSettings: (settings: VideoSettings) => void;
  onRequest: (request: VideoRequest) => void;
  isSubmitting: boolean;
}

export function VideoForm(props: VideoFormProps) {
  const { choices, reference, settings, onSettings, onRequest, isSubmitting } = props;
  const t = useTranslations("video");
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const imageUrl = reference.url.trim();
  const isFromImage = settings.mode === "image";
  const isUploading = isFromImage && reference.isBusy;
  const missing = missingInput(settings, imageUrl);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setWasSubmitted(true);
    if (missing || isUploading || isSubmitting) return;
    setWasSubmitted(false);
    onRequest(toVideoRequest(settings, imageUrl));
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
            missingText={wasSubmitted && missing === "reference" && !isUploading ? t("referenceMissing") : null}
          />
        ) : null}
        <PromptField
          value={settings.prompt}
          onChange={(prompt) => onSettings({ ...settings, prompt })}
          placeholder={t(isFromImage ? "promptExampleImage" : "promptExample")}
          {...(isFromImage ? { description: t("promptOptional") } : {})}
          error={wasSubmitted && missing === "prompt" ? t("promptMissing") : null}
        />
        <VideoOptions settings={settings} onSettings={onSettings} choices={choices} />
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
