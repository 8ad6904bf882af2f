import { z } from "zod";
import { PROMPT_MAX_CHARACTERS } from "../generation/generation-limits";
import { optionalBoolean, optionalChoice, optionalText, requiredText } from "../input/fields";
import { optionalImageUrl } from "../input/url";
import { durationsText, VIDEO_TASK_ID_MAX_CHARACTERS, type VideoChoices } from "./video-choices";

/** Schema of a video request (specification, "5. Video generation (submit)"). Durations and resolutions are those of the model. */
export function generateVideoInput({ maxDurationSeconds, durations, resolutions }: VideoChoices) {
  const durationMessage =
    durations === null
      ? `duration must be a number greater than 0 and at most ${maxDurationSeconds}`
      : `duration must be a whole number of seconds: ${durationsText(durations)}`;
  const isAccepted = (seconds: number) =>
    durations === null ? seconds > 0 && seconds <= maxDurationSeconds : durations.includes(seconds);
  return z
    .object({
      prompt: optionalText("prompt", PROMPT_MAX_CHARACTERS).describe("What happens in the video. Or send imageUrl."),
      imageUrl: optionalImageUrl().describe(
        "The first frame: an http(s) address or a data:image/...;base64 URL of at most 10 MB.",
      ),
      duration: z
        .number({ error: durationMessage })
        .refine(isAccepted, durationMessage)
        .meta(durations === null ? { exclusiveMinimum: 0, maximum: maxDurationSeconds } : { enum: [...durations] })
        .nullish()
        .transform((seconds) => seconds ?? undefined)
        .describe("Seconds."),
      resolution: optionalChoice("resolution", resolutions),
      watermark: optionalBoolean("watermark").describe("Whether the model marks the video as generated."),
      cameraFixed: optionalBoolean("cameraFixed").describe("Whether the camera stands still."),
    })
    .refine(
      ({ prompt, imageUrl }) => prompt !== undefined || imageUrl !== undefined,
      "Either prompt or imageUrl is required",
    );
}
export type GenerateVideoInput = z.output<ReturnType<typeof generateVideoInput>>;

const ID_MAX_CHARACTERS = 200;
const REQUIRED = "taskId and historyId are required";

export const VideoStatusInput = z.object({
  taskId: requiredText("taskId", REQUIRED, VIDEO_TASK_ID_MAX_CHARACTERS).describe("`taskId` of the submitted video."),
  historyId: requiredText("historyId", REQUIRED, ID_MAX_CHARACTERS).describe("`id` of the submitted video."),
});
export type VideoStatusInput = z.output<typeof VideoStatusInput>;
