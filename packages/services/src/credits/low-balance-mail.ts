import { Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { type JobPayloads, queueJobsOf } from "../platform/job-queue";
import { mailJobKey, postponeMail } from "../platform/mail-jobs";
import { mailNumber, pagesPrefix, paragraphsMail } from "../platform/mail-texts";

/**
 * SQL that queues the mail for those rows of `granted` (a CTE of spends with "userId" and "entryId") that cross the threshold. Spends of one
 * user are made one after the other, so that of any number at the same time one crosses it, and the next mail comes after the balance was
 * above it again.
 */
export function queueLowBalanceMails(crosses: Prisma.Sql): Prisma.Sql {
  return queueJobsOf(
    "send-low-balance",
    Prisma.sql`
      SELECT json_build_object('userId', "userId", 'entryId', "entryId") AS payload,
        ${mailJobKey["send-low-balance"]({ userId: "", entryId: "" })} || "userId" AS key, NULL::timestamptz AS "runAt"
      FROM granted WHERE ${crosses} AND (SELECT "lowBalanceMails" FROM "user" WHERE "user".id = granted."userId")`,
  );
}

/**
 * Job: tells a user that spending has taken the balance to the low threshold. The spend that crosses it queues the job (see
 * `spendCredits`), and of concurrent spends only one does. Does nothing when the balance has risen above the threshold meanwhile, or the
 * user has switched the mail off.
 */
export async function sendLowBalance(ctx: ServiceContext, payload: JobPayloads["send-low-balance"]): Promise<void> {
  const { mailer } = ctx.clients;
  const user = await ctx.db.user.findUnique({
    where: { id: payload.userId },
    select: { email: true, locale: true, credits: true, lowBalanceMails: true, deletedAt: true },
  });
  if (!user || user.deletedAt || !user.lowBalanceMails || user.credits > ctx.config.lowCreditsThreshold) return;
  if (mailer === null) return postponeMail(ctx, "send-low-balance", payload);
  const pages = `${ctx.config.appUrl}${pagesPrefix(user.locale)}`;
  const mail = user.locale === "zh" ? chineseMail : englishMail;
  await mailer.send({
    to: user.email,
    ...mail(user.credits, { billing: `${pages}/billing#plans`, settings: `${pages}/account#mails` }),
    messageId: `low-balance-${payload.entryId}@genmint`,
  });
}

interface MailLinks {
  billing: string;
  settings: string;
}

function englishMail(credits: number, { billing, settings }: MailLinks) {
  const left = `${mailNumber(credits)} ${credits === 1 ? "credit" : "credits"}`;
  return paragraphsMail(
    `You have ${left} left`,
    [
      `You have ${left} left. Top up to keep creating.`,
      `Don't want this mail? Turn it off in your settings: ${settings}`,
    ],
    { url: billing, text: "Get credits" },
  );
}

function chineseMail(credits: number, { billing, settings }: MailLinks) {
  return paragraphsMail(
    `你还剩 ${mailNumber(credits)} 积分`,
    [
      `你的余额还剩 ${mailNumber(credits)} 积分。购买积分后即可继续创作。`,
      `不想再收到此类邮件？可在设置中关闭：${settings}`,
    ],
    { url: billing, text: "购买积分" },
  );
}
