import { AppError } from "@app/core/errors";
import type { ServiceContext, UserContext } from "../context";
import { runGrantingTransaction } from "../credits/grant-credits";
import { refundCharge } from "../credits/refund-charge";
import { type GenerationSummary, generationColumns } from "../history/generations";
import { createdBefore, cursorOf, type Page, pageOf } from "../platform/pagination";
import { writeAudit } from "./audit-log";

const GENERATIONS_PER_PAGE = 25;

export interface AdminGeneration extends GenerationSummary {
  /** When its owner deleted it. */
  deletedAt: Date | null;
  /** Whether its credits were refunded. */
  isRefunded: boolean;
  /** Whether it failed and its credits were spent and not refunded. */
  isRefundable: boolean;
}

/** A user's images and videos, newest first, each with the state of its refund. */
export async function listUserGenerations(
  ctx: ServiceContext,
  filter: { userId: string; cursor?: string | undefined },
): Promise<Page<AdminGeneration>> {
  const rows = await ctx.db.generationHistory.findMany({
    where: { AND: [{ userId: filter.userId }, createdBefore(filter.cursor)] },
    select: { ...generationColumns, deletedAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: GENERATIONS_PER_PAGE + 1,
  });
  const failed = rows.filter(({ status }) => status === "failed").map(({ id }) => id);
  const entries = await ctx.db.creditLedger.findMany({
    where: { userId: filter.userId, paymentId: { in: failed } },
    select: { paymentId: true, delta: true },
  });
  const idsWith = (isKind: (delta: number) => boolean) =>
    new Set(entries.filter(({ delta }) => isKind(delta)).map(({ paymentId }) => paymentId));
  const [spent, returned] = [idsWith((delta) => delta < 0), idsWith((delta) => delta > 0)];
  const items = rows.map((row) => ({
    ...row,
    isRefunded: returned.has(row.id),
    isRefundable: spent.has(row.id) && !returned.has(row.id),
  }));
  return pageOf(items, GENERATIONS_PER_PAGE, (row) => cursorOf(row.createdAt, row.id));
}

/**
 * Admin action: refunds a failed generation, at most once.
 * @throws AppError `not_found`, also for one of a deleted account, `bad_request` when it has not failed, `conflict` when there is nothing left
 *   to refund
 */
export async function refundGeneration(ctx: UserContext, input: { generationId: string }): Promise<{ success: true }> {
  const now = ctx.now();
  await runGrantingTransaction(ctx, async (tx) => {
    const generation = await tx.generationHistory.findUnique({ where: { id: input.generationId } });
    if (!generation) throw new AppError("not_found", "Generation not found");
    // Nobody could spend the credits of a deleted account.
    const owners = await tx.$queryRaw<object[]>`
      SELECT id FROM "user" WHERE id = ${generation.userId} AND "deletedAt" IS NULL FOR NO KEY UPDATE`;
    if (owners.length === 0) throw new AppError("not_found", "User not found");
    if (generation.status !== "failed") throw new AppError("bad_request", "Only a failed generation can be refunded");
    const refunded = await refundCharge(tx, generation, { now, actorId: ctx.actor.id });
    if (!refunded) throw new AppError("conflict", "There is nothing left to refund");
    const detail = { userId: generation.userId, credits: generation.creditsUsed };
    await writeAudit(tx, { actorId: ctx.actor.id, action: "generation.refund", targetId: generation.id, detail, now });
  });
  return { success: true };
}
