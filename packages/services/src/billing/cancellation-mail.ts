import { isResumable, RENEWING_STATUSES, renews } from "@app/core/billing/subscription-status";
import { upcomingInstalments } from "@app/core/schedule/instalments";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "../platform/job-queue";
import { postponeMail, requeueMail } from "../platform/mail-jobs";
import { mailDate, mailItemName, mailNumber, pagesPrefix, paragraphsMail } from "../platform/mail-texts";

/** How long a mail waits for the provider's response to an administrator's cancellation, which is another job. */
const PROVIDER_WAIT_MS = 60_000;

/**
 * Job: mails the owner that a subscription was canceled, what they keep, and how to resume it. The same mail is sent whether the owner, an
 * administrator or the payment provider canceled it, or another plan replaced it: then it cannot be resumed. Does nothing when the
 * subscription was resumed in the meantime. After an administrator's cancellation it waits for the first attempt at the provider, which may
 * still charge if that fails.
 */
export async function sendCancellation(ctx: ServiceContext, payload: JobPayloads["send-cancellation"]): Promise<void> {
  const { mailer } = ctx.clients;
  const subscription = await ctx.db.subscription.findUnique({
    where: { id: payload.subscriptionId },
    include: { schedule: true, user: { select: { email: true, locale: true, deletedAt: true } } },
  });
  if (!subscription || subscription.user.deletedAt || renews(subscription.status)) return;
  if (mailer === null) return postponeMail(ctx, "send-cancellation", payload, subscription.statusEventAt);
  const runAt = new Date(ctx.now().getTime() + PROVIDER_WAIT_MS);
  if (subscription.providerCancel === "queued") return requeueMail(ctx, "send-cancellation", payload, runAt);
  const other = await ctx.db.subscription.findFirst({
    where: { userId: subscription.userId, status: { in: [...RENEWING_STATUSES] } },
    select: { id: true },
  });
  const { user, schedule, currentPeriodEnd, planKey, status, statusEventAt } = subscription;
  const { locale, email } = user;
  const upcoming = schedule && schedule.pausedAt === null ? upcomingInstalments(schedule) : [];
  const last = upcoming.at(-1);
  const facts: CancellationFacts = {
    plan: mailItemName(planKey, locale),
    endsAt: status === "canceled" || currentPeriodEnd <= ctx.now() ? null : mailDate(currentPeriodEnd, locale),
    isChargedNoMore: subscription.providerCancel !== "failed",
    instalments: last
      ? {
          count: upcoming.length,
          credits: mailNumber(upcoming.reduce((sum, { credits }) => sum + credits, 0)),
          lastAt: mailDate(last.grantAt, locale),
        }
      : null,
    canResume: other === null && isResumable(subscription, ctx.now()),
  };
  const url = `${ctx.config.appUrl}${pagesPrefix(locale)}/billing`;
  await mailer.send({
    to: email,
    ...(locale === "zh" ? chineseMail(facts, url) : englishMail(facts, url)),
    messageId: `cancellation-${subscription.id}-${statusEventAt.getTime()}@genmint`,
  });
}

interface CancellationFacts {
  plan: string;
  /** Null where it has ended: at once, or before the mail could be sent. */
  endsAt: string | null;
  /** Whether the provider has confirmed an administrator's cancellation. */
  isChargedNoMore: boolean;
  /** Paid for and still to come. Null where there are none. */
  instalments: { count: number; credits: string; lastAt: string } | null;
  canResume: boolean;
}

function englishMail({ plan, endsAt, isChargedNoMore, instalments, canResume }: CancellationFacts, url: string) {
  const parts = instalments?.count === 1 ? "one instalment" : `${instalments?.count} monthly instalments`;
  return paragraphsMail(
    endsAt ? `${plan} ends on ${endsAt}` : `${plan} is canceled`,
    [
      endsAt
        ? `${plan} is canceled. It runs until ${endsAt}, and nothing is charged after that.`
        : `${plan} is canceled.${isChargedNoMore ? " Nothing more is charged for it." : ""}`,
      "Your credits stay yours and don't expire.",
      ...(instalments
        ? [`Still to come: ${instalments.credits} credits you've paid for, in ${parts} until ${instalments.lastAt}.`]
        : []),
      ...(canResume ? [`Changed your mind? Resume it any time before ${endsAt}.`] : []),
    ],
    { url, text: canResume ? "Resume your plan" : "Go to billing" },
  );
}

function chineseMail({ plan, endsAt, isChargedNoMore, instalments, canResume }: CancellationFacts, url: string) {
  return paragraphsMail(
    endsAt ? `${plan}将于 ${endsAt}到期` : `${plan}已取消`,
    [
      endsAt
        ? `${plan}已取消，可继续使用至 ${endsAt}，此后不再扣费。`
        : `${plan}已取消${isChargedNoMore ? "，不会再扣费" : ""}。`,
      "你的积分不会过期，可继续使用。",
      ...(instalments
        ? [
            `已付费的 ${instalments.credits} 积分仍会分 ${instalments.count} 期按月到账，最后一期为 ${instalments.lastAt}。`,
          ]
        : []),
      ...(canResume ? [`改变主意了？${endsAt}之前可随时恢复套餐。`] : []),
    ],
    { url, text: canResume ? "恢复套餐" : "查看账单" },
  );
}
