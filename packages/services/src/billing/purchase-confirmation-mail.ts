import { findCatalogueItem } from "@app/core/billing/catalogue";
import { formatCents } from "@app/core/billing/format-amount";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "../platform/job-queue";
import { postponeMail } from "../platform/mail-jobs";

/** A confirmation waits for a mail server for this long. Later it would only surprise its reader. */
const WAITING_MAX_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Mails the buyer order, plan, amount, credits and type (spec, endpoint 3, step 8). The job queue retries a failure. A mail that the mail
 * server has accepted is not sent again. If the process dies between accepting and noting it, the stable message id lets mail clients drop
 * the second copy.
 */
export async function sendPurchaseConfirmation(
  ctx: ServiceContext,
  payload: JobPayloads["send-purchase-confirmation"],
): Promise<void> {
  const { paymentId } = payload;
  const { mailer } = ctx.clients;
  const payment = await ctx.db.payment.findUnique({
    where: { id: paymentId },
    include: { user: { select: { email: true, deletedAt: true } } },
  });
  if (!payment || payment.confirmationSentAt || payment.user.deletedAt) return;
  if (mailer === null) {
    const hasWaitedMs = ctx.now().getTime() - payment.createdAt.getTime();
    if (hasWaitedMs < WAITING_MAX_MS) return postponeMail(ctx, "send-purchase-confirmation", payload);
    ctx.log.warn({ paymentId }, "purchase confirmation is given up: there was no mail server for too long");
    return;
  }
  const item = findCatalogueItem(payment.planKey ?? "pack_200");
  const facts = [
    ["Order", payment.id],
    ["Plan", item?.name ?? payment.planKey ?? "Credit pack"],
    ["Amount", formatCents(payment.amountCents, payment.currency)],
    ["Credits", payment.creditsGranted.toLocaleString("en-US")],
    ["Type", payment.type === "one_time" ? "One-time purchase" : "Subscription"],
  ] as const;
  await mailer.send({
    to: payment.user.email,
    subject: "Your Genmint purchase",
    text: `Thank you for your purchase.\n\n${facts.map(([name, value]) => `${name}: ${value}`).join("\n")}\n\n${ctx.config.appUrl}/billing\n`,
    html: confirmationHtml(facts, `${ctx.config.appUrl}/billing`),
    messageId: `purchase-${payment.id}@genmint`,
  });
  await ctx.db.payment.update({ where: { id: payment.id }, data: { confirmationSentAt: ctx.now() } });
}

function confirmationHtml(facts: readonly (readonly [string, string])[], billingUrl: string): string {
  const rows = facts
    .map(([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
    .join("");
  return `<p>Thank you for your purchase.</p><table cellpadding="6">${rows}</table><p><a href="${escapeHtml(billingUrl)}">See your billing page</a></p>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
