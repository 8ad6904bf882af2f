import { formatCents } from "@app/core/billing/format-amount";
import { type PaidFor, paidFor } from "@app/core/billing/receipt";
import type { Prisma } from "@app/db/client/db";
import type { Seller, ServiceContext } from "../context";
import type { JobPayloads } from "../platform/job-queue";
import { postponeMail } from "../platform/mail-jobs";
import { escapeHtml, mailDate, mailItemName, mailNumber, pagesPrefix } from "../platform/mail-texts";

/**
 * Mails the buyer order, plan, amount, credits, type (spec, endpoint 3, step 8), period, tax and seller. The job queue retries a failure. A mail that the mail
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
    include: { user: { select: { email: true, locale: true, deletedAt: true } } },
  });
  if (!payment || payment.confirmationSentAt || payment.user.deletedAt) return;
  if (mailer === null) return postponeMail(ctx, "send-purchase-confirmation", payload, payment.createdAt);
  const { locale } = payment.user;
  const { title, thanks, link } = locale === "zh" ? CHINESE : ENGLISH;
  const url = `${ctx.config.appUrl}${pagesPrefix(locale)}/billing/receipts/${encodeURIComponent(payment.id)}`;
  const facts = confirmationFacts(payment, ctx.config.seller, locale);
  await mailer.send({
    to: payment.user.email,
    subject: title,
    text: `${thanks}\n\n${facts.map(([name, value]) => `${name}: ${value}`).join("\n")}\n\n${url}\n`,
    html: confirmationHtml(thanks, facts, { url, text: link }),
    messageId: `purchase-${payment.id}@genmint`,
  });
  await ctx.db.payment.update({ where: { id: payment.id }, data: { confirmationSentAt: ctx.now() } });
}

interface ConfirmationTexts {
  title: string;
  thanks: string;
  link: string;
  /** The names of the facts, in their order. */
  order: string;
  plan: string;
  amount: string;
  tax: string;
  credits: string;
  period: string;
  type: string;
  seller: string;
  oneTime: string;
  subscription: string;
  describeCredits: (credits: PaidFor["credits"]) => string;
}

const ENGLISH: ConfirmationTexts = {
  title: "Your Genmint purchase",
  thanks: "Thanks for your purchase.",
  link: "See your receipt",
  order: "Order",
  plan: "Plan",
  amount: "Amount",
  tax: "Tax included",
  credits: "Credits",
  period: "Period",
  type: "Type",
  seller: "Sold by",
  oneTime: "One-time purchase",
  subscription: "Subscription",
  describeCredits: ({ total, now, later }) =>
    later
      ? `${mailNumber(total)} credits: ${mailNumber(now)} now, then ${mailNumber(later.credits)} ${later.intervalMonths === 1 ? `a month for ${later.grants} months` : `every ${later.intervalMonths} months, ${later.grants} times`}`
      : `${mailNumber(total)}`,
};

const CHINESE: ConfirmationTexts = {
  title: "你的 Genmint 购买确认",
  thanks: "感谢购买。",
  link: "查看收据",
  order: "订单",
  plan: "套餐",
  amount: "金额",
  tax: "含税",
  credits: "积分",
  period: "有效期",
  type: "类型",
  seller: "销售方",
  oneTime: "一次性购买",
  subscription: "订阅",
  describeCredits: ({ total, now, later }) =>
    later
      ? `共 ${mailNumber(total)} 积分，立即到账 ${mailNumber(now)}，之后${later.intervalMonths === 1 ? "每月" : `每 ${later.intervalMonths} 个月`} ${mailNumber(later.credits)}，共 ${later.grants} 次`
      : `${mailNumber(total)}`,
};

type ConfirmedPayment = Prisma.PaymentGetPayload<object>;

function confirmationFacts(
  payment: ConfirmedPayment,
  seller: Seller,
  locale: string | null,
): readonly (readonly [string, string])[] {
  const texts = locale === "zh" ? CHINESE : ENGLISH;
  const { credits, period } = paidFor(payment);
  const money = (cents: number) => formatCents(cents, payment.currency);
  return [
    [texts.order, payment.id],
    [texts.plan, mailItemName(payment.planKey ?? "pack_200", locale)],
    [texts.amount, money(payment.paidCents ?? payment.amountCents)],
    ...(payment.taxCents === null ? [] : [[texts.tax, money(payment.taxCents)] as const]),
    [texts.credits, texts.describeCredits(credits)],
    ...(period ? [[texts.period, `${mailDate(period.start, locale)} – ${mailDate(period.end, locale)}`] as const] : []),
    [texts.type, payment.type === "one_time" ? texts.oneTime : texts.subscription],
    [texts.seller, [seller.name, seller.address, seller.taxId].filter((part) => part !== null).join(", ")],
  ];
}

function confirmationHtml(
  thanks: string,
  facts: readonly (readonly [string, string])[],
  { url, text }: { url: string; text: string },
): string {
  const rows = facts
    .map(([name, value]) => `<tr><th align="left">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
    .join("");
  return `<p>${escapeHtml(thanks)}</p><table cellpadding="6">${rows}</table><p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`;
}
