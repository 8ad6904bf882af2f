import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";

/**
 * Hides one of the caller's images or videos for good. The row stays: the ledger refers to it, and what was spent stays spent.
 * @throws AppError `not_found`, or `conflict` while it is being made
 */
export async function deleteGeneration(ctx: UserContext, input: { id: string }): Promise<{ id: string }> {
  const own = { id: input.id, userId: ctx.actor.id, deletedAt: null };
  const { count } = await ctx.db.generationHistory.updateMany({
    where: { ...own, status: { in: ["completed", "failed"] } },
    data: { deletedAt: ctx.now() },
  });
  if (count > 0) return { id: input.id };
  if ((await ctx.db.generationHistory.count({ where: own })) === 0)
    throw new AppError("not_found", "Generation not found");
  throw new AppError("conflict", "What is still being made cannot be deleted");
}
