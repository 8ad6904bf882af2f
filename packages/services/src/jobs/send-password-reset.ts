import type { Mailer } from "@app/clients/mailer";
import { isBanned } from "@app/core/users/ban";
import { createMailedToken, hashMailedToken, MAIL_INTERVAL_MS, RESET_LINK_MAX_AGE_MS } from "../account/mailed-token";
import { passwordResetMail } from "../account/password-reset-mail";
import type { ServiceContext } from "../context";
import { throttleMail } from "../limits/throttle-mail";
import type { JobPayloads } from "./job-payloads";
import { postponeMail, requeueMail } from "./mail-jobs";

/**
 * Mails the link to a new password to the address of an account; the link before it stops working. The token is made here, so that no
 * queue ever holds it. A failure is the queue's to retry, for as long as somebody may still be waiting for the mail.
 */
export async function sendPasswordReset(
  ctx: ServiceContext,
  payload: JobPayloads["send-password-reset"],
): Promise<void> {
  const { email, locale, askedAt } = payload;
  const { mailer } = ctx.clients;
  const now = ctx.now();
  if (now.getTime() - Date.parse(askedAt) > RESET_LINK_MAX_AGE_MS) return;
  const user = await ctx.db.user.findUnique({ where: { email }, include: { passwordReset: true } });
  if (!user || isBanned(user, now)) return;
  const sentAt = user.passwordReset?.sentAt?.getTime() ?? 0;
  if (now.getTime() - sentAt < MAIL_INTERVAL_MS) return;
  if (mailer === null) return postponeMail(ctx, "send-password-reset", payload);
  const send = () => mailPasswordResetLink(ctx, mailer, { user, locale });
  const due = await throttleMail(ctx, { kind: "password-reset", email }, send);
  if (due) await requeueMail(ctx, "send-password-reset", payload, due);
}

async function mailPasswordResetLink(
  ctx: ServiceContext,
  mailer: Mailer,
  { user, locale }: { user: { id: string; email: string }; locale: string | null },
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
  await mailer.send({ to: user.email, ...passwordResetMail(ctx.config.appUrl, locale, token) });
  await ctx.db.passwordReset.updateMany({ where: { ...where, tokenHash: link.tokenHash }, data: { sentAt: now } });
}
