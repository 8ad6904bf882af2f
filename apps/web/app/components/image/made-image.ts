import type { ApiInputs, ApiOutputs } from "@app/api/root";
import type { IMAGE_SIZES } from "@app/core/image/image-sizes";

/** What is chosen for an image beside its reference. */
export interface ImageSettings {
  prompt: string;
  size: (typeof IMAGE_SIZES)[number];
  watermark: boolean;
}

export const IMAGE_DEFAULTS: ImageSettings = { prompt: "", size: "adaptive", watermark: true };

/** A picture that is there, and all it was made from. */
export interface MadeImage extends ImageSettings {
  id: string;
  url: string;
  /** Null where the reference was not kept. */
  imageUrl: string | null;
  /** How the backend understood the prompt; null where it took it as it was. */
  revisedPrompt: string | null;
}

type Earlier = NonNullable<ApiOutputs["studio"]["earlier"]>;

/** The settings to ask for the same again. */
export function settingsOf({ prompt, size, watermark }: Pick<Earlier, "prompt" | "size" | "watermark">): ImageSettings {
  return { prompt, size: size ?? IMAGE_DEFAULTS.size, watermark: watermark ?? IMAGE_DEFAULTS.watermark };
}

/** An image that was just made. */
export function madeNow(
  result: ApiOutputs["image"]["generate"],
  request: ApiInputs["image"]["generate"] & ImageSettings,
): MadeImage {
  const { id, url, revisedPrompt, sourceImageUrl } = result;
  const { prompt, size, watermark } = request;
  return {
    ...{ id, url, prompt, size, watermark, imageUrl: sourceImageUrl },
    revisedPrompt: revisedPrompt === prompt ? null : revisedPrompt,
  };
}
