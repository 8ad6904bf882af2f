import { VIDEO_RESOLUTIONS } from "@app/core/video/generate-video-input";
import { NativeSelect, NumberInput, SimpleGrid, Switch } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";

/** What can be chosen for a video beside its prompt and reference. */
export interface VideoSettingsValues {
  prompt: string;
  duration: number | string;
  resolution: (typeof VIDEO_RESOLUTIONS)[number];
  watermark: boolean;
  cameraFixed: boolean;
}

const DURATION_MIN_SECONDS = 1;

interface VideoSettingsProps {
  form: UseFormReturnType<VideoSettingsValues>;
  durationMaxSeconds: number;
  hasReference: boolean;
}

export function VideoSettings({ form, durationMaxSeconds, hasReference }: VideoSettingsProps) {
  return (
    <>
      <SimpleGrid cols={2}>
        <NumberInput
          label="Duration in seconds"
          min={DURATION_MIN_SECONDS}
          max={durationMaxSeconds}
          clampBehavior="strict"
          allowDecimal={false}
          {...form.getInputProps("duration")}
        />
        <NativeSelect label="Resolution" data={[...VIDEO_RESOLUTIONS]} {...form.getInputProps("resolution")} />
      </SimpleGrid>
      <Switch label="Watermark" {...form.getInputProps("watermark", { type: "checkbox" })} />
      <Switch
        label="Fixed camera"
        description="Only for a video from a picture."
        disabled={!hasReference}
        {...form.getInputProps("cameraFixed", { type: "checkbox" })}
      />
    </>
  );
}
