import { z } from "zod";
import { optionalBoolean } from "../input/boolean";
import { optionalChoice } from "../input/choice";
import { optionalImageUrl } from "../input/image-url";
import { PROMPT_MAX_CHARACTERS } from "../input/prompt";
import { optionalText } from "../input/text";
import { durationsText, type VideoChoices } from "./video-choices";

/** What a caller may ask for; durations and resolutions are those of the configured model. */
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
