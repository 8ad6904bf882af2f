import { parseGenerationSettings } from "@app/core/generation/generation-settings";
import type { Generation } from "../history/generation";
import { DEFAULT_ERROR, type ShownVideo } from "./video-task";

/** A video of the history that has ended; null for one that has not. */
export function videoFromHistory({
  id,
  prompt,
  imageUrl,
  metadata,
  status,
  resultUrl,
  error,
}: Generation): ShownVideo | null {
  const shown = { id, asked: { prompt, imageUrl, ...parseGenerationSettings(metadata) }, sinceMs: null };
  if (status === "failed") return { ...shown, progress: { phase: "failed", error: error ?? DEFAULT_ERROR } };
  return resultUrl === null ? null : { ...shown, progress: { phase: "completed", videoUrl: resultUrl } };
}
