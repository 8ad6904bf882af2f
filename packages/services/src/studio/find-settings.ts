import { type GenerationSettings, parseGenerationSettings } from "@app/core/generation/read-settings";
import type { UserContext } from "../context";

/** All that is needed to ask for a generation once more. */
export interface EarlierGeneration extends GenerationSettings {
  id: string;
  prompt: string;
  /** Null where there was no reference, or one that was sent inline and not kept. */
  imageUrl: string | null;
}

/** What an image or video of the caller's was made from; null when the caller has no such generation. */
export async function findSettings(
  ctx: UserContext,
  { generationId }: { generationId: string },
): Promise<EarlierGeneration | null> {
  const generation = await ctx.db.generationHistory.findFirst({
    where: { id: generationId, userId: ctx.actor.id, deletedAt: null },
    select: { id: true, prompt: true, imageUrl: true, metadata: true },
  });
  if (!generation) return null;
  const { metadata, ...earlier } = generation;
  return { ...earlier, ...parseGenerationSettings(metadata) };
}
