import type { ApiInputs } from "@app/api/root";
import { VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import { Button, Stack, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { ReferenceField } from "../generation/reference-field";
import { useReference } from "../generation/use-reference";
import { VideoSettings, type VideoSettingsValues } from "./video-settings";

const DEFAULT_DURATION_SECONDS = 5;
const PROMPT_ROWS = 4;

interface VideoFormProps {
  durationMaxSeconds: number;
  onRequest: (request: ApiInputs["video"]["generate"]) => void;
  isSubmitting: boolean;
}

/** What the video should show: from words, from a picture, or from both. */
export function VideoForm({ durationMaxSeconds, onRequest, isSubmitting }: VideoFormProps) {
  const reference = useReference();
  const imageUrl = reference.url.trim();
  const form = useForm<VideoSettingsValues>({
    initialValues: {
      prompt: "",
      duration: Math.min(DEFAULT_DURATION_SECONDS, durationMaxSeconds),
      resolution: "720p",
      watermark: false,
      cameraFixed: false,
    },
    validate: {
      prompt: (prompt) => (prompt.trim() === "" && imageUrl === "" ? "Write a prompt or choose a picture" : null),
      duration: (duration) => (Number(duration) > 0 ? null : "Say how long the video should be"),
    },
  });
  const onSubmit = form.onSubmit(({ prompt, duration, resolution, watermark, cameraFixed }) =>
    onRequest({
      prompt: prompt.trim(),
      duration: Number(duration),
      resolution,
      watermark,
      ...(imageUrl === "" ? {} : { imageUrl, cameraFixed }),
    }),
  );
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <Textarea
          label="Prompt"
          description="May be left out when there is a reference picture."
          placeholder="A lighthouse at dusk, waves against the rocks"
          rows={PROMPT_ROWS}
          {...form.getInputProps("prompt")}
          error={imageUrl === "" ? form.errors["prompt"] : null}
        />
        <ReferenceField reference={reference} description="Optional: the picture to set in motion." />
        <VideoSettings form={form} durationMaxSeconds={durationMaxSeconds} hasReference={imageUrl !== ""} />
        <Button type="submit" loading={isSubmitting} disabled={reference.isUploading}>
          Generate · {VIDEO_COST_CREDITS} credits
        </Button>
      </Stack>
    </form>
  );
}
