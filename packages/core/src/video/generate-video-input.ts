import { z } from "zod";
import { optionalBoolean } from "../input/boolean";
import { optionalChoice } from "../input/choice";
import { optionalImageUrl } from "../input/image-url";
import { PROMPT_MAX_CHARACTERS } from "../input/prompt";
import { optionalText } from "../input/text";
import { VIDEO_RESOLUTIONS } from "./video-choices";

/** What a caller may ask for; the longest duration, in seconds, is the service's configuration. */
export function generateVideoInput(maxDurationSeconds: number) {
  const durationMessage = `duration must be a number greater than 0 and at most ${maxDurationSeconds}`;
  return z
    .object({
      prompt: optionalText("prompt", PROMPT_MAX_CHARACTERS),
      imageUrl: optionalImageUrl(),
      duration: z
        .number({ error: durationMessage })
        .refine((seconds) => seconds > 0 && seconds <= maxDurationSeconds, durationMessage)
        .nullish()
        .transform((seconds) => seconds ?? undefined),
      resolution: optionalChoice("resolution", VIDEO_RESOLUTIONS),
      watermark: optionalBoolean("watermark"),
      cameraFixed: optionalBoolean("cameraFixed"),
    })
    .refine(
      ({ prompt, imageUrl }) => prompt !== undefined || imageUrl !== undefined,
      "Either prompt or imageUrl is required",
    );
}
export type GenerateVideoInput = z.output<ReturnType<typeof generateVideoInput>>;
