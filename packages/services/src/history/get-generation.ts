import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { type GenerationSummary, generationColumns } from "./generation-summary";
import { refundEntryId } from "./refund-charge";

export interface GenerationDetail extends GenerationSummary {
  /** Whether its credits came back after it failed. */
  refunded: boolean;
}

/**
 * One of the caller's images or videos.
 * @throws AppError `not_found`, also for what was deleted
 */
export async function getGeneration(ctx: UserContext, input: { id: string }): Promise<GenerationDetail> {
  const generation = await ctx.db.generationHistory.findFirst({
    where: { id: input.id, userId: ctx.actor.id, deletedAt: null },
    select: generationColumns,
  });
  if (!generation) throw new AppError("not_found", "Generation not found");
  const refunds = await ctx.db.creditLedger.count({ where: { id: refundEntryId(generation.id) } });
  return { ...generation, refunded: refunds > 0 };
}
