import { parseGenerationSettings } from "@app/core/generation/generation-settings";
import type { Generation } from "../history/generation";
import { DEFAULT_ERROR, type ShownVideo } from "./video-task";

/** Converts an ended video of the history; null while it is in progress. Only loaders call it, so browsers do not load the parser. */
export function videoFromHistory({
  id,
  prompt,
  imageUrl,
  metadata,
  status,
  resultUrl,
  error,
  refunded,
  isFavorite,
}: Generation): ShownVideo | null {
  const shown = { id, request: { prompt, imageUrl, ...parseGenerationSettings(metadata) }, sinceMs: null, isFavorite };
  if (status === "failed") return { ...shown, progress: { phase: "failed", error: error ?? DEFAULT_ERROR, refunded } };
  return resultUrl === null ? null : { ...shown, progress: { phase: "completed", videoUrl: resultUrl } };
}
