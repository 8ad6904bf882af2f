import { parseGenerationSettings } from "@app/core/generation/generation-settings";
import type { ImageChoices } from "@app/core/image/image-input";
import type { Generation } from "../history/generation";
import { type GeneratedImage, imageSettingsFrom } from "./generated-image";

/** An image of the history; null for one without a result. Read by the server, which spares browsers the parser. */
export function imageFromHistory(
  { id, prompt, imageUrl, resultUrl, metadata }: Generation,
  choices: ImageChoices,
): GeneratedImage | null {
  if (resultUrl === null) return null;
  const settings = imageSettingsFrom({ prompt, ...parseGenerationSettings(metadata) }, choices);
  return { ...settings, id, url: resultUrl, imageUrl, revisedPrompt: null };
}
