import type { VideoChoices } from "@app/core/video/video-choices";
import { Group, Input, Slider, Stack, Switch, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { SegmentedChoice } from "../generation/choice";
import { DURATION_MIN_SECONDS, type VideoSettings } from "./video-settings";

interface VideoOptionsProps {
  settings: VideoSettings;
  onSettings: (settings: VideoSettings) => void;
  choices: VideoChoices;
}

/** Length, sharpness and what is for some videos only. */
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

/** What the slider can be moved over: any whole second, or the durations that the model accepts. Null where there is no choice. */
function durationRange({ durations, maxDurationSeconds }: VideoChoices) {
  const min = durations?.[0] ?? DURATION_MIN_SECONDS;
  const max = durations?.at(-1) ?? maxDurationSeconds;
  if (max <= min) return null;
  const hasGaps = durations !== null && durations.length < max - min + 1;
  return { min, max, ...(hasGaps ? { restrictToMarks: true, marks: durations.map((value) => ({ value })) } : {}) };
}
