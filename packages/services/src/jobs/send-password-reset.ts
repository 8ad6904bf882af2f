import { isBanned } from "@app/core/users/ban";
import { createMailedToken, hashMailedToken, MAIL_INTERVAL_MS, RESET_LINK_MAX_AGE_MS } from "../account/mailed-token";
import { passwordResetMail } from "../account/password-reset-mail";
import type { ServiceContext } from "../context";
import { throttleMail } from "../limits/throttle-mail";
import type { JobPayloads } from "./job-payloads";
import { queueJob } from "./queue-job";

/**
 * Mails the link to a new password to the address of an account; the link before it stops working. The token is made here, so that no
 * queue ever holds it. A failure is the queue's to retry, for as long as somebody may still be waiting for the mail.
 */
export async function sendPasswordReset(
  ctx: ServiceContext,
  payload: JobPayloads["send-password-reset"],
): Promise<void> {
  const { email, locale, askedAt } = payload;
  const now = ctx.now();
  if (now.getTime() - Date.parse(askedAt) > RESET_LINK_MAX_AGE_MS) return;
  const user = await ctx.db.user.findUnique({ where: { email }, include: { passwordReset: true } });
  if (!user || isBanned(user, now)) return;
  const sentAt = user.passwordReset?.sentAt?.getTime() ?? 0;
  if (now.getTime() - sentAt < MAIL_INTERVAL_MS) return;
  const due = await throttleMail(ctx, { kind: "password-reset", email }, () => mailLink(ctx, user, locale));
  if (due) await queueJob(ctx.db, "send-password-reset", payload, { key: `password-reset:${email}`, runAt: due });
}

async function mailLink(
  ctx: ServiceContext,
  user: { id: string; email: string },
  locale: string | null,
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
  await ctx.clients.mailer.send({ to: user.email, ...passwordResetMail(ctx.config.appUrl, locale, token) });
  await ctx.db.passwordReset.updateMany({ where: { ...where, tokenHash: link.tokenHash }, data: { sentAt: now } });
}
