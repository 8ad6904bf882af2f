import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { refundCharge } from "../history/refund-charge";
import { writeAudit } from "./write-audit";

/**
 * An administrator returns the credits of a failed generation, at most once.
 * @throws AppError `not_found`, `bad_request` when it has not failed, `conflict` when there is nothing (more) to return
 */
export async function refundGeneration(ctx: UserContext, input: { generationId: string }): Promise<{ success: true }> {
  const now = ctx.now();
  await ctx.db.$transaction(async (tx) => {
    const generation = await tx.generationHistory.findUnique({ where: { id: input.generationId } });
    if (!generation) throw new AppError("not_found", "Generation not found");
    if (generation.status !== "failed") throw new AppError("bad_request", "Only a failed generation can be refunded");
    const refunded = await refundCharge(tx, generation, { now, actorId: ctx.actor.id });
    if (!refunded) throw new AppError("conflict", "There is nothing left to refund");
    const detail = { userId: generation.userId, credits: generation.creditsUsed };
    await writeAudit(tx, { actorId: ctx.actor.id, action: "generation.refund", targetId: generation.id, detail, now });
  });
  return { success: true };
}
