import type { Mailer } from "@app/clients/mail/mailer";
import { isBanned } from "@app/core/account/ban";
import type { ServiceContext } from "../context";
import { type JobPayloads, queueJob } from "../platform/job-queue";
import { mailJobKey, postponeMail, requeueMail } from "../platform/mail-jobs";
import { throttleMail } from "../platform/mail-throttle";
import {
  createMailedToken,
  hashMailedToken,
  type LinkMailTexts,
  linkMail,
  SIGN_IN_LINK_MAX_AGE_MS,
} from "./mailed-links";
import { type Caller, consumeMailLimits } from "./sign-in-limits";

/**
 * Queues a mail with a link that signs in. The job looks up whether the address has an account, so that neither the response nor its timing
 * reveals it.
 * @param link.callbackUrl the page of this service to redirect to after signing in
 * @throws AppError `rate_limited`
 */
export async function requestSignInLink(
  ctx: ServiceContext,
  link: { email: string; locale: string; callbackUrl: string },
  caller: Caller,
): Promise<void> {
  await consumeMailLimits(ctx, caller, link.email);
  const payload = { ...link, askedAt: ctx.now().toISOString() };
  await queueJob(ctx.db, "send-sign-in-link", payload, { key: mailJobKey["send-sign-in-link"](payload) });
}

/**
 * Job: mails the link that signs in, also to an address without an account, but not to a banned user. The token is created here, so that the
 * queue never stores it. The queue retries a failure for as long as the link would be valid.
 */
export async function sendSignInLink(ctx: ServiceContext, payload: JobPayloads["send-sign-in-link"]): Promise<void> {
  const { email, askedAt } = payload;
  const { mailer } = ctx.clients;
  const now = ctx.now();
  if (now.getTime() - Date.parse(askedAt) > SIGN_IN_LINK_MAX_AGE_MS) return;
  const user = await ctx.db.user.findUnique({ where: { email } });
  if (user && isBanned(user, now)) return;
  if (mailer === null) return postponeMail(ctx, "send-sign-in-link", payload);
  const due = await throttleMail(ctx, { kind: "sign-in-link", email }, () => mailSignInLink(ctx, mailer, payload));
  if (due) await requeueMail(ctx, "send-sign-in-link", payload, due);
}

async function mailSignInLink(
  ctx: ServiceContext,
  mailer: Mailer,
  { email, locale, callbackUrl }: JobPayloads["send-sign-in-link"],
): Promise<void> {
  const token = createMailedToken();
  await ctx.db.verificationToken.create({
    data: {
      identifier: email,
      token: hashMailedToken(token),
      expires: new Date(ctx.now().getTime() + SIGN_IN_LINK_MAX_AGE_MS),
    },
  });
  await mailer.send({ to: email, ...signInMail(ctx.config.appUrl, locale, { callbackUrl, token, email }) });
}

const VALID_MINUTES = SIGN_IN_LINK_MAX_AGE_MS / 60_000;

const ENGLISH: LinkMailTexts = {
  subject: "Sign in to Genmint",
  action: "Sign in to Genmint",
  note: `The link works once, within ${VALID_MINUTES} minutes. If you did not ask for it, ignore this mail.`,
};

const CHINESE: LinkMailTexts = {
  subject: "登录 Genmint",
  action: "登录 Genmint",
  note: `此链接在 ${VALID_MINUTES} 分钟内有效，且只能使用一次。如果这不是你本人的操作，请忽略此邮件。`,
};

/** The mail with the link that signs in, by the callback path of Auth.js. */
function signInMail(
  appUrl: string,
  locale: string | null,
  link: { email: string; token: string; callbackUrl: string },
) {
  const url = `${appUrl}/api/auth/callback/email?${new URLSearchParams(link)}`;
  return linkMail(url, locale === "zh" ? CHINESE : ENGLISH);
}
