import type { VideoChoices } from "@app/core/video/video-choices";
import { Group, Input, Slider, Stack, Switch, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Choice } from "../generation/choice";
import { DURATION_MIN_SECONDS, type VideoSettings } from "./video-settings";

interface VideoOptionsProps {
  settings: VideoSettings;
  onSettings: (settings: VideoSettings) => void;
  choices: VideoChoices;
}

/** Length, sharpness and what is for some videos only. */
export function VideoOptions({ settings, onSettings, choices }: VideoOptionsProps) {
  const t = useTranslations("video");
  const { mode, duration, resolution, watermark, cameraFixed } = settings;
  return (
    <>
      <div>
        <Group justify="space-between" mb={4}>
          <Input.Label component="span">{t("duration")}</Input.Label>
          <Text size="sm">{t("seconds", { seconds: duration })}</Text>
        </Group>
        <Slider
          {...durationRange(choices)}
          label={null}
          value={duration}
          onChange={(seconds) => onSettings({ ...settings, duration: seconds })}
          thumbLabel={t("duration")}
          thumbProps={{ "aria-valuetext": t("seconds", { seconds: duration }) }}
          thumbSize={24}
        />
      </div>
      <Choice
        label={t("resolution")}
        options={choices.resolutions.map((value) => ({ value, label: value }))}
        value={resolution}
        onChange={(chosen) => onSettings({ ...settings, resolution: chosen })}
        text={t(`resolutionText.${resolution}`)}
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

/** What the slider can be moved over: any whole second, or the durations that the model accepts. */
function durationRange({ durations, maxDurationSeconds }: VideoChoices) {
  if (durations === null) return { min: DURATION_MIN_SECONDS, max: maxDurationSeconds };
  const [min = DURATION_MIN_SECONDS] = durations;
  const max = durations.at(-1) ?? min;
  const hasGaps = max - min + 1 > durations.length;
  // A slider needs two ends: with one duration to choose it stands still.
  if (min === max) return { min: min - 1, max, disabled: true };
  return { min, max, ...(hasGaps ? { restrictToMarks: true, marks: durations.map((value) => ({ value })) } : {}) };
}
