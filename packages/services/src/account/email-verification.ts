import type { Mailer } from "@app/clients/mail/mailer";
import type { RequestVerificationInput, VerifyEmailInput } from "@app/core/account/account-input";
import { AppError } from "@app/core/errors";
import type { DbOrTx } from "@app/db/client/db";
import type { ServiceContext, UserContext } from "../context";
import { type JobPayloads, queueJob } from "../platform/job-queue";
import { mailJobKey, postponeMail, requeueMail } from "../platform/mail-jobs";
import { pagesPrefix } from "../platform/mail-texts";
import { throttleMail } from "../platform/mail-throttle";
import {
  createMailedToken,
  hashMailedToken,
  isMailed,
  type LinkMailTexts,
  linkMail,
  VERIFICATION_LINK_MAX_AGE_MS,
} from "./mailed-links";
import { type Caller, consumeMailLimits } from "./sign-in-limits";

/**
 * Queues a mail with a link that confirms the user's address. Does nothing when the address is confirmed.
 * @throws AppError `rate_limited`
 */
export async function requestVerification(
  ctx: UserContext,
  { locale }: RequestVerificationInput,
  caller: Caller,
): Promise<{ success: true }> {
  await consumeMailLimits(ctx, caller, ctx.actor.email);
  if (!ctx.actor.emailVerified) await queueVerification(ctx.db, { userId: ctx.actor.id, locale, now: ctx.now() });
  return { success: true };
}

/**
 * Confirms an address by the link that was mailed to it. When the account's own user opens it, account and address belong to the same
 * person (`ownerProven`). Otherwise a stranger may have created the account with somebody else's address, and `claimAccount` stays
 * available to the owner of the address.
 * @param openedBy the user who is signed in where the link was opened
 * @throws AppError `bad_request` when the link was used before, has expired or was replaced by a newer one
 */
export async function verifyEmail(
  ctx: ServiceContext,
  { token, openedBy }: VerifyEmailInput & { openedBy: string | null },
): Promise<{ email: string }> {
  const tokenHash = hashMailedToken(token);
  return ctx.db.$transaction(async (tx) => {
    // The user before the link, as `claimAccount` locks them.
    await tx.$queryRaw`
      SELECT id FROM "user" WHERE id = (SELECT "userId" FROM email_verification WHERE "tokenHash" = ${tokenHash})
      FOR NO KEY UPDATE`;
    const [link] = await tx.$queryRaw<{ userId: string }[]>`
      DELETE FROM email_verification WHERE "tokenHash" = ${tokenHash} AND expires > ${ctx.now()}::timestamptz
      RETURNING "userId"`;
    if (!link) throw new AppError("bad_request", "This link has expired or was used before");
    const isOwn = link.userId === openedBy;
    return tx.user.update({
      where: { id: link.userId },
      data: { emailVerified: true, ...(isOwn ? { ownerProven: true } : {}) },
      select: { email: true },
    });
  });
}

/** Queues the mail whose link confirms a user's address, in the user's language where `locale` is absent. At most one waits per user. */
export async function queueVerification(
  tx: DbOrTx,
  { userId, locale, now }: { userId: string; locale: string | undefined; now: Date },
): Promise<void> {
  const payload = { userId, locale: locale ?? null, askedAt: now.toISOString() };
  await queueJob(tx, "send-verification", payload, { key: mailJobKey["send-verification"](payload) });
}

/**
 * Job: mails a user the link that confirms the address and invalidates the previous link. The token is created here, so that the queue
 * never stores it. The queue retries a failure for a day.
 */
export async function sendVerification(ctx: ServiceContext, payload: JobPayloads["send-verification"]): Promise<void> {
  const { userId, locale, askedAt } = payload;
  const { mailer } = ctx.clients;
  const now = ctx.now();
  if (now.getTime() - Date.parse(askedAt) > VERIFICATION_LINK_MAX_AGE_MS) return;
  const user = await ctx.db.user.findUnique({ where: { id: userId }, include: { verification: true } });
  if (!user || user.deletedAt || user.emailVerified) return;
  if (isMailed(user.verification?.sentAt, askedAt)) return;
  if (mailer === null) return postponeMail(ctx, "send-verification", payload);
  const send = () => mailVerificationLink(ctx, mailer, { user, locale: locale ?? user.locale });
  const due = await throttleMail(ctx, { kind: "verification", email: user.email }, send);
  if (due) await requeueMail(ctx, "send-verification", payload, due);
}

async function mailVerificationLink(
  ctx: ServiceContext,
  mailer: Mailer,
  { user, locale }: { user: { id: string; email: string }; locale: string | null },
): Promise<void> {
  const now = ctx.now();
  const token = createMailedToken();
  const link = {
    tokenHash: hashMailedToken(token),
    expires: new Date(now.getTime() + VERIFICATION_LINK_MAX_AGE_MS),
    sentAt: null,
  };
  const where = { userId: user.id };
  await ctx.db.emailVerification.upsert({ where, create: { ...where, ...link }, update: link });
  await mailer.send({ to: user.email, ...verificationMail(ctx.config.appUrl, locale, token) });
  await ctx.db.emailVerification.updateMany({ where: { ...where, tokenHash: link.tokenHash }, data: { sentAt: now } });
}

const VALID_HOURS = VERIFICATION_LINK_MAX_AGE_MS / 3_600_000;

const ENGLISH: LinkMailTexts = {
  subject: "Confirm your email for Genmint",
  action: "Confirm email",
  note: `The link works once, within ${VALID_HOURS} hours. If you didn't sign up for Genmint, ignore this email: someone mistyped an address.`,
};

const CHINESE: LinkMailTexts = {
  subject: "确认你的 Genmint 邮箱",
  action: "确认此邮箱",
  note: `此链接在 ${VALID_HOURS} 小时内有效，且只能使用一次。如果你没有注册 Genmint，请忽略此邮件，可能是他人误填了邮箱。`,
};

/** The mail with the link that confirms an address. */
function verificationMail(appUrl: string, locale: string | null, token: string) {
  const url = `${appUrl}${pagesPrefix(locale)}/verify-email?token=${token}`;
  return linkMail(url, locale === "zh" ? CHINESE : ENGLISH);
}
