import { parseGenerationSettings } from "@app/core/generation/generation-settings";
import type { ImageChoices } from "@app/core/image/image-input";
import type { Generation } from "../history/generation";
import { type GeneratedImage, imageSettingsFrom } from "./generated-image";

/** Converts an image of the history; null without a result. Only loaders call it, so browsers do not load the parser. */
export function imageFromHistory(
  { id, prompt, imageUrl, resultUrl, metadata, isFavorite }: Generation,
  choices: ImageChoices,
): GeneratedImage | null {
  if (resultUrl === null) return null;
  const settings = imageSettingsFrom({ prompt, ...parseGenerationSettings(metadata) }, choices);
  return { ...settings, id, url: resultUrl, imageUrl, revisedPrompt: null, isFavorite };
}
