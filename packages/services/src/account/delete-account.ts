import type { DeleteAccountInput } from "@app/core/account/account-input";
import { accountRefusal } from "@app/core/account/refusal";
import { RENEWING_STATUSES } from "@app/core/billing/subscription-status";
import { userFolders } from "@app/core/storage/file-names";
import type { Tx } from "@app/db/client/db";
import { writeAudit } from "../admin/audit-log";
import type { ServiceContext, UserContext } from "../context";
import { type JobPayloads, queueJob } from "../platform/job-queue";
import { requirePassword } from "./password";

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

/** The one failure text that books are checked against: such a generation was never charged. */
const NOT_CHARGED = "Insufficient credits";

/**
 * Erases who a user was and what the user made, and keeps what the books refer to: the user, ledger, payments, subscriptions, and the
 * bare rows of generations and chats. Erasing twice changes nothing more. A generation that is open ends here: nobody waits for it.
 * @param person.email the address whose sign-in links are forgotten; null when it is erased already
 */
async function eraseUser(tx: Tx, person: { userId: string; email: string | null; now: Date }): Promise<void> {
  const { userId, now } = person;
  await tx.$executeRaw`
    UPDATE generation_history SET prompt = '', "imageUrl" = NULL, "resultUrl" = NULL, metadata = '{}', "taskId" = NULL, "leaseUntil" = NULL,
      error = CASE WHEN error = ${NOT_CHARGED} THEN error END,
      status = CASE WHEN status IN ('pending', 'processing') THEN 'failed' ELSE status END
    WHERE "userId" = ${userId}`;
  await tx.idempotencyKey.deleteMany({ where: { userId } });
  await tx.chatMessage.deleteMany({ where: { session: { userId } } });
  await tx.chatSession.updateMany({ where: { userId }, data: { title: "" } });
  await tx.session.deleteMany({ where: { userId } });
  await tx.account.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.emailVerification.deleteMany({ where: { userId } });
  // Its recovery codes go with it.
  await tx.secondFactor.deleteMany({ where: { userId } });
  if (person.email !== null) await tx.verificationToken.deleteMany({ where: { identifier: person.email } });
  await tx.user.updateMany({
    where: { id: userId, deletedAt: null },
    data: {
      email: `deleted-${userId}@deleted.invalid`.toLowerCase(),
      emailVerified: false,
      ownerProven: false,
      name: null,
      image: null,
      passwordHash: null,
      banReason: null,
      planKey: "free",
      deletedAt: now,
    },
  });
}

/**
 * Erases what requests still wrote that were under way when the account was deleted, and every file that was stored for it. A failure
 * is the queue's to retry.
 */
export async function eraseDeletedAccount(
  ctx: ServiceContext,
  { userId }: JobPayloads["erase-deleted-account"],
): Promise<void> {
  const user = await ctx.db.user.findUnique({ where: { id: userId }, select: { deletedAt: true } });
  if (!user?.deletedAt) return;
  await ctx.db.$transaction((tx) => eraseUser(tx, { userId, email: null, now: ctx.now() }));
  for (const folder of userFolders(userId)) await ctx.clients.storage?.removeFolder(folder);
}
