import type { ApiInputs, ApiOutputs } from "@app/api/root";
import type { ImageChoices, ImageSize } from "@app/core/image/image-input";

/** What is chosen for an image beside its reference. */
export interface ImageSettings {
  prompt: string;
  size: ImageSize;
  watermark: boolean;
}

export function defaultImageSettings({ defaultSize }: ImageChoices): ImageSettings {
  return { prompt: "", size: defaultSize, watermark: true };
}

/** A picture that is there, and all it was made from. */
export interface GeneratedImage extends ImageSettings {
  id: string;
  url: string;
  /** Null where the reference was not kept. */
  imageUrl: string | null;
  /** How the backend understood the prompt; null where it took it as it was. */
  revisedPrompt: string | null;
}

type Earlier = NonNullable<ApiOutputs["studio"]["earlier"]>;

/** The settings to ask for the same again; the default size where the earlier one is not offered any more. */
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

/** An image that was just made. */
export function imageFromResult(
  result: ApiOutputs["image"]["generate"],
  request: ApiInputs["image"]["generate"] & ImageSettings,
): GeneratedImage {
  const { id, url, revisedPrompt, sourceImageUrl } = result;
  const { prompt, size, watermark } = request;
  return {
    ...{ id, url, prompt, size, watermark, imageUrl: sourceImageUrl },
    revisedPrompt: revisedPrompt === prompt ? null : revisedPrompt,
  };
}
