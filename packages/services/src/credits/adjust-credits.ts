import type { AdjustCreditsInput } from "@app/core/admin/admin-input";
import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client/db";
import { writeAudit } from "../admin/audit-log";
import type { UserContext } from "../context";
import { createId } from "../platform/create-id";
import { runIdempotent } from "../platform/idempotent-use-case";
import { grantCredits, runGrantingTransaction } from "./grant-credits";

/** Balances are 32-bit in the database. An adjustment stays below that limit. */
const BALANCE_MAX_CREDITS = 2_000_000_000;

/**
 * The entry for REST and tRPC: adjusts once per Idempotency-Key.
 * @throws AppError `conflict` for the key, otherwise as `adjustCredits`
 */
export async function adjustCreditsOnce(
  ctx: UserContext,
  input: AdjustCreditsInput & { userId: string },
): Promise<{ success: true }> {
  // The transaction that changes the balance also writes its entry to the key: a key with a charge has been adjusted.
  const recover = async () => ({ success: true as const });
  return runIdempotent(ctx, input, { name: "adjust-credits", run: adjustCredits, recover });
}

/**
 * An administrator adds or takes credits (spec, endpoint 10). The balance may go below zero: a debt that later grants pay off. Under one
 * Idempotency-Key the change is made once, because its transaction writes the ledger entry's id to the key. The entry has an id of its own:
 * keys expire and may be used again.
 * @throws AppError `not_found` for an unknown or deleted user, `bad_request` when the balance would exceed its limit, `conflict` when
 *   another request with the same key has made the change
 */
export async function adjustCredits(
  ctx: UserContext,
  input: AdjustCreditsInput & { userId: string },
): Promise<{ success: true }> {
  const now = ctx.now();
  await runGrantingTransaction(ctx, async (tx) => {
    // Nobody could spend the credits of a deleted account.
    const [user] = await tx.$queryRaw<{ credits: number }[]>`
      SELECT credits FROM "user" WHERE id = ${input.userId} AND "deletedAt" IS NULL FOR NO KEY UPDATE`;
    if (!user) throw new AppError("not_found", "User not found");
    if (Math.abs(user.credits + input.amount) > BALANCE_MAX_CREDITS) {
      throw new AppError("bad_request", "amount would take the balance out of range");
    }
    const entryId = createId();
    if (ctx.claimedKey !== undefined) await linkKeyToEntry(tx, ctx, ctx.claimedKey, entryId);
    const grant = {
      entryId,
      userId: input.userId,
      delta: input.amount,
      reason: input.reason,
      reference: null,
      actorId: ctx.actor.id,
    };
    const balances = await grantCredits(tx, [grant], now);
    await writeAudit(tx, {
      actorId: ctx.actor.id,
      action: "credits.adjust",
      targetId: input.userId,
      detail: { amount: input.amount, reason: input.reason, balanceAfter: balances.get(input.userId) ?? null },
      now,
    });
  });
  return { success: true };
}

/** Links the key to the ledger entry. Of two requests that both claimed the key the second fails here. Locks after the user, as everywhere. */
async function linkKeyToEntry(tx: Tx, ctx: UserContext, key: string, entryId: string): Promise<void> {
  const { count } = await tx.idempotencyKey.updateMany({
    where: { userId: ctx.actor.id, key, reference: null },
    data: { reference: entryId },
  });
  if (count === 0) throw new AppError("conflict", "Another request with this Idempotency-Key has made the change");
}
