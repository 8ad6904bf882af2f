import type { ApiInputs, ApiOutputs } from "@app/api/root";
import type { ImageChoices, ImageSize } from "@app/core/image/image-input";

/** The settings of an image, apart from its reference. */
export interface ImageSettings {
  prompt: string;
  size: ImageSize;
  watermark: boolean;
}

export function defaultImageSettings({ defaultSize }: ImageChoices): ImageSettings {
  return { prompt: "", size: defaultSize, watermark: true };
}

/** A finished image with its settings. */
export interface GeneratedImage extends ImageSettings {
  id: string;
  url: string;
  /** The reference; null if it was not stored. */
  imageUrl: string | null;
  /** The prompt as the provider revised it; null if it is unchanged. */
  revisedPrompt: string | null;
  isFavorite: boolean;
}

type Earlier = NonNullable<ApiOutputs["studio"]["earlier"]>;

/** The settings for repeating an earlier generation. A size that is no longer offered becomes the default. */
export function imageSettingsFrom(
  { prompt, size, watermark }: Pick<Earlier, "prompt" | "size" | "watermark">,
  choices: ImageChoices,
): ImageSettings {
  const defaults = defaultImageSettings(choices);
  return {
    prompt,
    size: size && choices.sizes.includes(size) ? size : defaults.size,
    watermark: watermark ?? defaults.watermark,
  };
}

export function imageFromResult(
  result: ApiOutputs["image"]["generate"],
  request: ApiInputs["image"]["generate"] & ImageSettings,
): GeneratedImage {
  const { id, url, revisedPrompt, sourceImageUrl } = result;
  const { prompt, size, watermark } = request;
  return {
    ...{ id, url, prompt, size, watermark, imageUrl: sourceImageUrl },
    revisedPrompt: revisedPrompt === prompt ? null : revisedPrompt,
    isFavorite: false,
  };
}
