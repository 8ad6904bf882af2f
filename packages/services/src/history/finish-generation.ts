import type { ServiceContext } from "../context";

/** How an open generation ends. */
export type GenerationEnd = { status: "completed"; resultUrl: string } | { status: "failed"; error: string };

/**
 * Ends a generation that is still open. One that has ended stays as it is: the first end is final.
 * @returns whether this call ended it
 */
export async function finishGeneration(ctx: ServiceContext, id: string, end: GenerationEnd): Promise<boolean> {
  const { count } = await ctx.db.generationHistory.updateMany({
    where: { id, status: { in: ["pending", "processing"] } },
    data: { ...end, leaseUntil: null, updatedAt: ctx.now() },
  });
  return count > 0;
}
