import { z } from "zod";
import { PROMPT_MAX_CHARACTERS } from "../generation/generation-limits";
import { optionalBoolean, optionalChoice, requiredText } from "../input/fields";
import { requiredImageUrl } from "../input/url";

/** Sizes of a generated image; "adaptive" follows the reference image. */
export const IMAGE_SIZES = ["adaptive", "1K", "2K", "4K"] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];

/** What the configured image model accepts. */
export interface ImageChoices {
  readonly sizes: readonly [ImageSize, ...ImageSize[]];
  /** One of `sizes`, for requests without a size. */
  readonly defaultSize: ImageSize;
}

/** Schema of an image request (specification, "4. Image generation"). The sizes are those of the configured model. */
export function generateImageInput({ sizes, defaultSize }: ImageChoices) {
  return z.object({
    prompt: requiredText("prompt", "Prompt is required", PROMPT_MAX_CHARACTERS).describe(
      "What the picture should become.",
    ),
    imageUrl: requiredImageUrl("Reference image is required").describe(
      "The picture to start from: an http(s) address or a data:image/...;base64 URL of at most 10 MB.",
    ),
    size: optionalChoice("size", sizes)
      .transform((size) => size ?? defaultSize)
      .describe(`Default: ${defaultSize}.`),
    watermark: optionalBoolean("watermark")
      .transform((watermark) => watermark ?? true)
      .describe("Whether the model marks the picture as generated. Default: true."),
  });
}
export type GenerateImageInput = z.output<ReturnType<typeof generateImageInput>>;
