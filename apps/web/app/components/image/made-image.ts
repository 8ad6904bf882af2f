import type { ApiInputs, ApiOutputs } from "@app/api/root";
import { readSettings } from "@app/core/generation/read-settings";
import type { IMAGE_SIZES } from "@app/core/image/image-sizes";
import type { Generation } from "../history/generation";

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

/** An image of the history; null for one without a result. */
export function madeEarlier({ id, prompt, imageUrl, resultUrl, metadata }: Generation): MadeImage | null {
  if (resultUrl === null) return null;
  return { ...settingsOf({ prompt, ...readSettings(metadata) }), id, url: resultUrl, imageUrl, revisedPrompt: null };
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
