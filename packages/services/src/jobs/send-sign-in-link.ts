import { createHash } from "node:crypto";
import type { Mailer } from "@app/clients/mailer";
import { isBanned } from "@app/core/users/ban";
import { createMailedToken, SIGN_IN_LINK_MAX_AGE_MS } from "../account/mailed-token";
import { signInMail } from "../account/sign-in-mail";
import type { ServiceContext } from "../context";
import { throttleMail } from "../limits/throttle-mail";
import type { JobPayloads } from "./job-payloads";
import { postponeMail, requeueMail } from "./mail-jobs";

/**
 * Mails the link that signs in, whether or not the address has an account yet; not to somebody who is banned. The token is made here, so
 * that no queue ever holds it. A failure is the queue's to retry, for as long as somebody may still be waiting for the mail.
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
      token: hashSignInToken(token, ctx.config.authSecret),
      expires: new Date(ctx.now().getTime() + SIGN_IN_LINK_MAX_AGE_MS),
    },
  });
  await mailer.send({ to: email, ...signInMail(ctx.config.appUrl, locale, { callbackUrl, token, email }) });
}

/** As Auth.js keeps the token of a link, which is what takes it back. */
function hashSignInToken(token: string, secret: string): string {
  return createHash("sha256").update(`${token}${secret}`).digest("hex");
}
