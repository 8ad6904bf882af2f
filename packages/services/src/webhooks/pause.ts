import type { PauseReason } from "@app/core/webhooks/webhook-events";
import type { DbOrTx, Tx } from "@app/db/client/db";
import { linkMail } from "../account/mailed-links";
import type { ServiceContext } from "../context";
import { type JobPayloads, queueJob } from "../platform/job-queue";
import { mailJobKey, postponeMail } from "../platform/mail-jobs";

/**
 * Pauses an endpoint: nothing more is recorded for it, and what waits has failed. Its owner may send it again from the log. The owner is
 * told unless the pause is the owner's own.
 * @param pause.url the address that is the reason: an endpoint that has another one by now is not paused
 * @returns whether it was running before
 */
export async function pauseEndpoint(
  tx: Tx,
  { endpointId, url, reason, now }: { endpointId: string; url?: string; reason: PauseReason; now: Date },
): Promise<boolean> {
  const { count } = await tx.webhookEndpoint.updateMany({
    where: { id: endpointId, pausedAt: null, ...(url === undefined ? {} : { url }) },
    data: { pausedAt: now, pauseReason: reason },
  });
  if (count === 0) return false;
  await failWaiting(tx, endpointId);
  if (reason !== "owner") {
    const mail = { endpointId, pausedAt: now.toISOString() };
    await queueJob(tx, "send-webhook-paused", mail, { key: mailJobKey["send-webhook-paused"](mail) });
  }
  return true;
}

/** Ends the deliveries of a paused endpoint that wait for an attempt. Those of one that was resumed meanwhile go on. */
export async function failWaiting(tx: DbOrTx, endpointId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_delivery SET status = 'failed', "nextAttemptAt" = NULL
    WHERE "endpointId" = ${endpointId} AND "nextAttemptAt" IS NOT NULL
      AND EXISTS (SELECT FROM webhook_endpoint WHERE id = ${endpointId} AND "pausedAt" IS NOT NULL)`;
}

/** Job: tells the owner that an endpoint was paused. Does nothing when it is running again. */
export async function sendWebhookPaused(
  ctx: ServiceContext,
  payload: JobPayloads["send-webhook-paused"],
): Promise<void> {
  const { endpointId, pausedAt } = payload;
  const { mailer } = ctx.clients;
  const endpoint = await ctx.db.webhookEndpoint.findUnique({
    where: { id: endpointId },
    select: { url: true, pausedAt: true, pauseReason: true, user: { select: { email: true, deletedAt: true } } },
  });
  if (!endpoint || endpoint.user.deletedAt || endpoint.pausedAt?.toISOString() !== pausedAt) return;
  if (mailer === null) return postponeMail(ctx, "send-webhook-paused", payload);
  await mailer.send({
    to: endpoint.user.email,
    ...pausedMail(`${ctx.config.appUrl}/account/webhooks/${endpointId}`, endpoint),
    messageId: `webhook-paused-${endpointId}-${Date.parse(pausedAt)}@genmint`,
  });
}

/** In English, because nothing is known about the language of the owner when no request is made. */
function pausedMail(pageUrl: string, { url, pauseReason }: { url: string; pauseReason: string | null }) {
  const host = new URL(url).host;
  const why =
    pauseReason === "gone"
      ? "It responded with 410 Gone, which means that it wants no more messages."
      : "It has not accepted a message for three days.";
  return linkMail(pageUrl, {
    subject: `Your webhook at ${host} is paused`,
    action: "See what happened, and resume it",
    note: `Genmint sends no more messages to ${host}. ${why} Messages that were not delivered can be sent again from its page for 30 days.`,
  });
}
