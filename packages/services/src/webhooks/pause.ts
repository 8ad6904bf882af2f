import type { PauseReason } from "@app/core/webhooks/webhook-events";
import type { DbOrTx, Tx } from "@app/db/client/db";
import { type LinkMailTexts, linkMail } from "../account/mailed-links";
import type { ServiceContext } from "../context";
import { type JobPayloads, queueJob } from "../platform/job-queue";
import { mailJobKey, postponeMail, requeueMail } from "../platform/mail-jobs";
import { pagesPrefix } from "../platform/mail-texts";
import { throttleMail } from "../platform/mail-throttle";

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

/**
 * Job: tells the owner that an endpoint was paused. Does nothing when it is running again. Throttled, because an account may have a stranger's
 * address, and its receiver can have it paused again and again.
 */
export async function sendWebhookPaused(
  ctx: ServiceContext,
  payload: JobPayloads["send-webhook-paused"],
): Promise<void> {
  const { endpointId, pausedAt } = payload;
  const { mailer } = ctx.clients;
  const endpoint = await ctx.db.webhookEndpoint.findUnique({
    where: { id: endpointId },
    select: {
      ...{ id: true, url: true, pausedAt: true, pauseReason: true },
      user: { select: { email: true, locale: true, deletedAt: true } },
    },
  });
  if (!endpoint || endpoint.user.deletedAt || endpoint.pausedAt?.toISOString() !== pausedAt) return;
  if (mailer === null) return postponeMail(ctx, "send-webhook-paused", payload);
  const { email } = endpoint.user;
  const due = await throttleMail(ctx, { kind: "webhook-paused", email }, () =>
    mailer.send({
      to: email,
      ...pausedMail(ctx.config.appUrl, endpoint),
      messageId: `webhook-paused-${endpointId}-${Date.parse(pausedAt)}@genmint`,
    }),
  );
  if (due) await requeueMail(ctx, "send-webhook-paused", payload, due);
}

/** In the language of the last page that the owner opened. */
function pausedMail(appUrl: string, { id, url, pauseReason, user: { locale } }: PausedEndpoint) {
  const texts = locale === "zh" ? chinese : english;
  return linkMail(`${appUrl}${pagesPrefix(locale)}/account/webhooks/${id}`, texts(new URL(url).host, pauseReason));
}

interface PausedEndpoint {
  id: string;
  url: string;
  pauseReason: string | null;
  user: { locale: string | null };
}

function english(host: string, reason: string | null): LinkMailTexts {
  const why =
    reason === "gone"
      ? "It responded with 410 Gone, which means that it wants no more messages."
      : "It has not accepted a message for three days.";
  return {
    subject: `Your webhook at ${host} is paused`,
    action: "See what happened, and resume it",
    note: `Genmint sends no more messages to ${host}. ${why} Messages that were not delivered can be sent again from its page for 30 days.`,
  };
}

function chinese(host: string, reason: string | null): LinkMailTexts {
  const why = reason === "gone" ? "它返回了 410 Gone，表示不再接收消息。" : "它已连续三天未接收任何消息。";
  return {
    subject: `你在 ${host} 的 Webhook 已暂停`,
    action: "查看原因并恢复",
    note: `Genmint 不再向 ${host} 发送消息。${why}未送达的消息可在 30 天内从其页面重新发送。`,
  };
}
