import { z } from "zod";
import { PROMPT_MAX_CHARACTERS } from "../generation/generation-limits";
import { optionalBoolean, optionalChoice, optionalText, requiredText } from "../input/fields";
import { optionalImageUrl } from "../input/url";
import { durationsText, type VideoChoices } from "./video-choices";

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
      prompt: optionalText("prompt", PROMPT_MAX_CHARACTERS),
      imageUrl: optionalImageUrl(),
      duration: z
        .number({ error: durationMessage })
        .refine(isAccepted, durationMessage)
        .nullish()
        .transform((seconds) => seconds ?? undefined),
      resolution: optionalChoice("resolution", resolutions),
      watermark: optionalBoolean("watermark"),
      cameraFixed: optionalBoolean("cameraFixed"),
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
  taskId: requiredText("taskId", REQUIRED, ID_MAX_CHARACTERS),
  historyId: requiredText("historyId", REQUIRED, ID_MAX_CHARACTERS),
});
export type VideoStatusInput = z.output<typeof VideoStatusInput>;
