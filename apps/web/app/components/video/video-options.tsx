import { VIDEO_RESOLUTIONS } from "@app/core/video/video-choices";
import { Group, Input, Slider, Stack, Switch, Text } from "@mantine/core";
import { useTranslations } from "use-intl/react";
import { Choice } from "../generation/choice";
import { DURATION_MIN_SECONDS, type VideoSettings } from "./video-settings";

interface VideoOptionsProps {
  settings: VideoSettings;
  onSettings: (settings: VideoSettings) => void;
  durationMaxSeconds: number;
}

/** Length, sharpness and what is for some videos only. */
export function VideoOptions({ settings, onSettings, durationMaxSeconds }: VideoOptionsProps) {
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
          min={DURATION_MIN_SECONDS}
          max={durationMaxSeconds}
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
        options={VIDEO_RESOLUTIONS.map((value) => ({ value, label: value }))}
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
