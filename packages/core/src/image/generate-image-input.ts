import { z } from "zod";
import { optionalBoolean } from "../input/boolean";
import { optionalChoice } from "../input/choice";
import { requiredImageUrl } from "../input/image-url";
import { PROMPT_MAX_CHARACTERS } from "../input/prompt";
import { requiredText } from "../input/text";
import type { ImageChoices } from "./image-sizes";

/** What a caller may ask for; the sizes are those of the configured model. */
export function generateImageInput({ sizes, defaultSize }: ImageChoices) {
  return z.object({
    prompt: requiredText("prompt", "Prompt is required", PROMPT_MAX_CHARACTERS),
    imageUrl: requiredImageUrl("Reference image is required"),
    size: optionalChoice("size", sizes).transform((size) => size ?? defaultSize),
    watermark: optionalBoolean("watermark").transform((watermark) => watermark ?? true),
  });
}
export type GenerateImageInput = z.output<ReturnType<typeof generateImageInput>>;
