import { z } from "zod";
import { optionalBoolean } from "../input/boolean";
import { optionalChoice } from "../input/choice";
import { requiredImageUrl } from "../input/image-url";
import { PROMPT_MAX_CHARACTERS } from "../input/prompt";
import { requiredText } from "../input/text";
import { IMAGE_SIZES } from "./image-sizes";

export const GenerateImageInput = z.object({
  prompt: requiredText("prompt", "Prompt is required", PROMPT_MAX_CHARACTERS),
  imageUrl: requiredImageUrl("Reference image is required"),
  size: optionalChoice("size", IMAGE_SIZES).transform((size) => size ?? "adaptive"),
  watermark: optionalBoolean("watermark").transform((watermark) => watermark ?? true),
});
export type GenerateImageInput = z.output<typeof GenerateImageInput>;
