import { randomUUID } from "node:crypto";
import type { DeleteAccountInput } from "@app/core/account/account-input";
import { accountRefusal } from "@app/core/account/refusal";
import type { SubscriptionStatus } from "@app/core/billing/subscription-status";
import { userFolders } from "@app/core/storage/file-names";
import type { Tx } from "@app/db/client/db";
import { writeAudit } from "../admin/audit-log";
import { queueEndOfSubscription } from "../billing/subscription-changes";
import type { ServiceContext, UserContext } from "../context";
import { type JobPayloads, queueJob } from "../platform/job-queue";
import { requirePassword } from "./password";
import { findDeletionObstacle } from "./profile";
import { lockSignedInUser } from "./sessions";

/** Longer than any request that was running at the deletion takes to write its last row. */
const ERASE_AGAIN_AFTER_MS = 60 * 60 * 1000;
/** Generous, because a user may have many rows to erase. */
const DELETION_MAX_MS = 60_000;

/**
 * Deletes the user's account. Ledger and payments stay, as bookkeeping requires. Personal data and content are erased, instalments stop, and
 * remaining credits are lost.
 * @throws AppError `bad_request` for a wrong address or password, `conflict` while the provider may still charge, or for an administrator
 */
export async function deleteAccount(ctx: UserContext, input: DeleteAccountInput): Promise<{ success: true }> {
  const { id: userId, email } = ctx.actor;
  if (input.email !== email) throw accountRefusal("wrongEmail");
  await requirePassword(ctx, input.password);
  const now = ctx.now();
  await ctx.db.$transaction(
    async (tx) => {
      await lockAccount(tx, userId);
      await lockSignedInUser(tx, ctx);
      // Once the user is locked: this sees a subscription that was just bought, and a later purchase sees the deletion.
      const obstacle = await findDeletionObstacle(tx, userId);
      if (obstacle) throw accountRefusal(obstacle);
      await endPlansResumedElsewhere(tx, userId);
      await tx.subscriptionCreditSchedule.deleteMany({ where: { userId } });
      await eraseUser(tx, { userId, email, now });
      await writeAudit(tx, { actorId: userId, action: "account.delete", targetId: userId, detail: {}, now });
      const runAt = new Date(now.getTime() + ERASE_AGAIN_AFTER_MS);
      const erasure = { userId, hasStorage: ctx.config.storagePublicUrl !== null };
      await queueJob(tx, "erase-deleted-account", erasure, { key: `erase-deleted-account:${userId}`, runAt });
    },
    { timeout: DELETION_MAX_MS },
  );
  return { success: true };
}

/**
 * Locks in the general order: subscriptions, schedules, generations, user. This waits for a purchase that is being recorded.
 */
async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM subscription WHERE "userId" = ${userId} ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT id FROM subscription_credit_schedule WHERE "userId" = ${userId} ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT id FROM generation_history WHERE "userId" = ${userId} ORDER BY id FOR UPDATE`;
  await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${userId} FOR UPDATE`;
}

/** A plan that is to end may have been resumed on the provider's own pages, and the event of that may be late: a job asks the provider. */
async function endPlansResumedElsewhere(tx: Tx, userId: string): Promise<void> {
  const ending = await tx.subscription.findMany({
    where: { userId, status: "scheduled_cancel" satisfies SubscriptionStatus },
    select: { id: true },
  });
  for (const { id } of ending) await queueEndOfSubscription(tx, id);
}

/** The ledger verification needs this error text: a generation with it was never charged. */
const NOT_CHARGED = "Insufficient credits";

/**
 * Erases a user's personal data and content. The rows that the books refer to stay: user, ledger, payments, subscriptions, and empty rows of
 * generations and chats. Open generations fail. Safe to repeat.
 * @param erasure.email the address whose sign-in links are deleted; null when it was erased before
 */
async function eraseUser(tx: Tx, erasure: { userId: string; email: string | null; now: Date }): Promise<void> {
  const { userId, now } = erasure;
  await tx.$executeRaw`
    UPDATE generation_history SET prompt = '', "imageUrl" = NULL, "resultUrl" = NULL, metadata = '{}', "taskId" = NULL, "leaseUntil" = NULL,
      "isFavorite" = false, width = NULL, height = NULL,
      error = CASE WHEN error = ${NOT_CHARGED} THEN error END,
      status = CASE WHEN status IN ('pending', 'processing') THEN 'failed' ELSE status END
    WHERE "userId" = ${userId}`;
  // Deletes their items as well.
  await tx.collection.deleteMany({ where: { userId } });
  await tx.shareLink.deleteMany({ where: { userId } });
  await tx.idempotencyKey.deleteMany({ where: { userId } });
  await tx.chatMessage.deleteMany({ where: { session: { userId } } });
  await tx.chatSession.updateMany({ where: { userId }, data: { title: "" } });
  await tx.session.deleteMany({ where: { userId } });
  await tx.$executeRaw`
    UPDATE api_key SET name = '', prefix = '', "keyHash" = id, "revokedAt" = coalesce("revokedAt", ${now}::timestamptz)
    WHERE "userId" = ${userId}`;
  // Deletes their deliveries and attempts as well.
  await tx.webhookEndpoint.deleteMany({ where: { userId } });
  await tx.account.deleteMany({ where: { userId } });
  await tx.passwordReset.deleteMany({ where: { userId } });
  await tx.emailVerification.deleteMany({ where: { userId } });
  // Deletes the recovery codes as well.
  await tx.secondFactor.deleteMany({ where: { userId } });
  if (erasure.email !== null) await tx.verificationToken.deleteMany({ where: { identifier: erasure.email } });
  await tx.user.updateMany({ where: { id: userId, deletedAt: null }, data: { deletedAt: now } });
  await tx.user.updateMany({
    where: { id: userId },
    data: {
      // Random, so that nobody can have signed up with it.
      email: `deleted-${randomUUID()}@deleted.invalid`,
      emailVerified: false,
      ownerProven: false,
      name: null,
      image: null,
      passwordHash: null,
      banReason: null,
      chatInstructions: null,
      planKey: "free",
    },
  });
}

/**
 * Job: erases rows that running requests wrote after the deletion, and all stored files of the account. The queue retries a failure.
 * @throws when there is no storage any more: its files would stay for ever
 */
export async function eraseDeletedAccount(
  ctx: ServiceContext,
  { userId, hasStorage }: JobPayloads["erase-deleted-account"],
): Promise<void> {
  const user = await ctx.db.user.findUnique({ where: { id: userId }, select: { deletedAt: true } });
  if (!user?.deletedAt) return;
  await ctx.db.$transaction((tx) => eraseUser(tx, { userId, email: null, now: ctx.now() }), {
    timeout: DELETION_MAX_MS,
  });
  const { storage } = ctx.clients;
  if (!storage && hasStorage) throw new Error("The storage that has the account's files is not configured");
  for (const folder of userFolders(userId)) await storage?.removeFolder(folder);
}
