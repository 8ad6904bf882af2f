import { readSettings } from "@app/core/generation/read-settings";
import type { ImageChoices } from "@app/core/image/image-sizes";
import type { Generation } from "../history/generation";
import { type MadeImage, settingsOf } from "./made-image";

/** An image of the history; null for one without a result. Read by the server, which spares browsers the parser. */
export function madeEarlier(
  { id, prompt, imageUrl, resultUrl, metadata }: Generation,
  choices: ImageChoices,
): MadeImage | null {
  if (resultUrl === null) return null;
  const settings = settingsOf({ prompt, ...readSettings(metadata) }, choices);
  return { ...settings, id, url: resultUrl, imageUrl, revisedPrompt: null };
}
