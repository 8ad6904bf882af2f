import type { Mailer } from "@app/clients/mail/mailer";
import type { RequestPasswordResetInput, ResetPasswordInput } from "@app/core/account/account-input";
import { isBanned } from "@app/core/account/ban";
import { AppError } from "@app/core/errors";
import type { ServiceContext } from "../context";
import { type JobPayloads, queueJob } from "../platform/job-queue";
import { mailJobKey, postponeMail, requeueMail } from "../platform/mail-jobs";
import { pagesPrefix } from "../platform/mail-texts";
import { throttleMail } from "../platform/mail-throttle";
import { claimAccount } from "./identities";
import {
  createMailedToken,
  hashMailedToken,
  isMailed,
  type LinkMailTexts,
  linkMail,
  RESET_LINK_MAX_AGE_MS,
} from "./mailed-links";
import { hashPassword } from "./password";
import { type Caller, consumeMailLimits } from "./sign-in-limits";

/**
 * Queues a mail with a link to set a new password. The job looks up whether the address has an account, so that neither the response nor its
 * timing reveals it.
 * @throws AppError `rate_limited`
 */
export async function requestPasswordReset(
  ctx: ServiceContext,
  { email, locale, callbackUrl }: RequestPasswordResetInput,
  caller: Caller,
): Promise<{ success: true }> {
  await consumeMailLimits(ctx, caller, email);
  const askedAt = ctx.now().toISOString();
  const payload = { email, locale: locale ?? null, askedAt, ...(callbackUrl === undefined ? {} : { callbackUrl }) };
  await queueJob(ctx.db, "send-password-reset", payload, { key: mailJobKey["send-password-reset"](payload) });
  return { success: true };
}

/**
 * Sets a new password by the link that was mailed, and ends every session of the account. The link proves that the user owns the e-mail
 * address, so the user gets the account (`claimAccount`).
 * @throws AppError `bad_request` when the link was used before, has expired or was replaced by a newer one
 */
export async function resetPassword(ctx: ServiceContext, input: ResetPasswordInput): Promise<{ email: string }> {
  const validLink = { tokenHash: hashMailedToken(input.token), expires: { gt: ctx.now() } };
  // Checked before the slow hash, so that guessed links cost little. The transaction checks again.
  if ((await ctx.db.passwordReset.count({ where: validLink })) === 0) throw invalidLink();
  const passwordHash = await hashPassword(input.password);
  return ctx.db.$transaction(async (tx) => {
    const [reset] = await tx.$queryRaw<{ userId: string }[]>`
      DELETE FROM password_reset WHERE "tokenHash" = ${validLink.tokenHash} AND expires > ${ctx.now()}::timestamptz
      RETURNING "userId"`;
    if (!reset) throw invalidLink();
    const { userId } = reset;
    await claimAccount(tx, userId, ctx.now());
    const { email } = await tx.user.update({ where: { id: userId }, data: { passwordHash }, select: { email: true } });
    await tx.session.deleteMany({ where: { userId } });
    // A second link may have been requested, and wait for its minute.
    const key = mailJobKey["send-password-reset"]({ email, locale: null, askedAt: "" });
    await tx.$queryRaw`SELECT count(graphile_worker.remove_job(${key}))::int`;
    return { email };
  });
}

function invalidLink(): AppError {
  return new AppError("bad_request", "This link has expired or was used before");
}

/**
 * Job: mails the link to set a new password and invalidates the previous link. The token is created here, so that the queue never stores it.
 * The queue retries a failure for as long as the link would be valid.
 */
export async function sendPasswordReset(
  ctx: ServiceContext,
  payload: JobPayloads["send-password-reset"],
): Promise<void> {
  const { email, askedAt, locale, callbackUrl } = payload;
  const { mailer } = ctx.clients;
  const now = ctx.now();
  if (now.getTime() - Date.parse(askedAt) > RESET_LINK_MAX_AGE_MS) return;
  const user = await ctx.db.user.findUnique({ where: { email }, include: { passwordReset: true } });
  if (!user || isBanned(user, now)) return;
  if (isMailed(user.passwordReset?.sentAt, askedAt)) return;
  if (mailer === null) return postponeMail(ctx, "send-password-reset", payload);
  const page = { locale: locale ?? user.locale, ...(callbackUrl === undefined ? {} : { callbackUrl }) };
  const send = () => mailPasswordResetLink(ctx, mailer, user, page);
  const due = await throttleMail(ctx, { kind: "password-reset", email }, send);
  if (due) await requeueMail(ctx, "send-password-reset", payload, due);
}

async function mailPasswordResetLink(
  ctx: ServiceContext,
  mailer: Mailer,
  user: { id: string; email: string },
  page: ResetPage,
): Promise<void> {
  const now = ctx.now();
  const token = createMailedToken();
  const link = {
    tokenHash: hashMailedToken(token),
    expires: new Date(now.getTime() + RESET_LINK_MAX_AGE_MS),
    sentAt: null,
  };
  const where = { userId: user.id };
  await ctx.db.passwordReset.upsert({ where, create: { ...where, ...link }, update: link });
  await mailer.send({ to: user.email, ...passwordResetMail(ctx.config.appUrl, page, token) });
  await ctx.db.passwordReset.updateMany({ where: { ...where, tokenHash: link.tokenHash }, data: { sentAt: now } });
}

const VALID_MINUTES = RESET_LINK_MAX_AGE_MS / 60_000;

const ENGLISH: LinkMailTexts = {
  subject: "Choose a new Genmint password",
  action: "Choose a new password",
  note: `The link works once, within ${VALID_MINUTES} minutes. If you didn't ask for it, ignore this email: your password stays as it is.`,
};

const CHINESE: LinkMailTexts = {
  subject: "重设你的 Genmint 密码",
  action: "设置新密码",
  note: `此链接在 ${VALID_MINUTES} 分钟内有效，且只能使用一次。如果这不是你本人的操作，请忽略此邮件，你的密码不会改变。`,
};

/** The language of the page that the link leads to, and where that page leads then. */
type ResetPage = Pick<JobPayloads["send-password-reset"], "locale" | "callbackUrl">;

/** The mail with the link to set a new password, in Chinese or English. */
function passwordResetMail(appUrl: string, { locale, callbackUrl }: ResetPage, token: string) {
  const query = new URLSearchParams({ token, ...(callbackUrl === undefined ? {} : { callbackUrl }) });
  const url = `${appUrl}${pagesPrefix(locale)}/reset-password?${query}`;
  return linkMail(url, locale === "zh" ? CHINESE : ENGLISH);
}
