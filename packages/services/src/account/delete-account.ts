import type { DeleteAccountInput } from "@app/core/account/delete-account-input";
import { accountRefusal } from "@app/core/account/refusal";
import { RENEWING_STATUSES } from "@app/core/billing/subscription-status";
import type { Tx } from "@app/db/client";
import { writeAudit } from "../admin/write-audit";
import type { UserContext } from "../context";
import { queueJob } from "../jobs/queue-job";
import { eraseUser } from "./erase-person";
import { requirePassword } from "./require-password";

/** Longer than any request that was under way takes to write its last row. */
const ERASED_AGAIN_AFTER_MS = 60 * 60 * 1000;
/** Someone who made a great deal has as many rows to erase. */
const DELETION_MAX_MS = 60_000;

/**
 * Deletes the caller's account for good. Ledger and payments stay, as books must; who it was and what was made is erased, instalments
 * stop, and what credits are left are lost.
 * @throws AppError `bad_request` for a wrong address or password, `conflict` while a subscription renews, or for an administrator
 */
export async function deleteAccount(ctx: UserContext, input: DeleteAccountInput): Promise<{ success: true }> {
  const { id: userId, email } = ctx.actor;
  if (ctx.actor.role === "admin") throw accountRefusal("administrator");
  if (input.email !== email) throw accountRefusal("wrongEmail");
  await requirePassword(ctx, input.password);
  const now = ctx.now();
  await ctx.db.$transaction(
    async (tx) => {
      await lockAccount(tx, userId);
      await refuseWhileRenewing(tx, userId);
      await tx.subscriptionCreditSchedule.deleteMany({ where: { userId } });
      await eraseUser(tx, { userId, email, now });
      await writeAudit(tx, { actorId: userId, action: "account.delete", targetId: userId, detail: {}, now });
      const runAt = new Date(now.getTime() + ERASED_AGAIN_AFTER_MS);
      await queueJob(tx, "erase-deleted-account", { userId }, { key: `erase-deleted-account:${userId}`, runAt });
    },
    { timeout: DELETION_MAX_MS },
  );
  return { success: true };
}

/**
 * In the order kept everywhere: subscriptions, schedules, what is charged for, user. A purchase that is being recorded is waited for;
 * should it need one of these rows as well, the database refuses one of the two, and both may be tried again.
 */
async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM subscription WHERE "userId" = ${userId} ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT id FROM subscription_credit_schedule WHERE "userId" = ${userId} ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT id FROM generation_history WHERE "userId" = ${userId} ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT key FROM idempotency_key WHERE "userId" = ${userId} ORDER BY key FOR UPDATE`;
  await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR UPDATE`;
}

/** Read once the user is locked: a subscription that was bought a moment ago is seen, and a later purchase sees the deletion. */
async function refuseWhileRenewing(tx: Tx, userId: string): Promise<void> {
  const where = { userId, status: { in: [...RENEWING_STATUSES] } };
  if (await tx.subscription.findFirst({ where, select: { id: true } })) throw accountRefusal("liveSubscription");
}
