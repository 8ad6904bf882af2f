import type { Mailer } from "@app/clients/mailer";
import {
  createMailedToken,
  hashMailedToken,
  MAIL_INTERVAL_MS,
  VERIFICATION_LINK_MAX_AGE_MS,
} from "../account/mailed-token";
import { verificationMail } from "../account/verification-mail";
import type { ServiceContext } from "../context";
import { throttleMail } from "../limits/throttle-mail";
import type { JobPayloads } from "./job-payloads";
import { postponeMail, requeueMail } from "./mail-jobs";

/**
 * Mails a user the link that confirms the address; the link before it stops working. The token is made here, so that no queue ever holds
 * it. A failure is the queue's to retry, for a day.
 */
export async function sendVerification(ctx: ServiceContext, payload: JobPayloads["send-verification"]): Promise<void> {
  const { userId, locale, askedAt } = payload;
  const { mailer } = ctx.clients;
  const now = ctx.now();
  if (now.getTime() - Date.parse(askedAt) > VERIFICATION_LINK_MAX_AGE_MS) return;
  const user = await ctx.db.user.findUnique({ where: { id: userId }, include: { verification: true } });
  if (!user || user.deletedAt || user.emailVerified) return;
  const sentAt = user.verification?.sentAt?.getTime() ?? 0;
  if (now.getTime() - sentAt < MAIL_INTERVAL_MS) return;
  if (mailer === null) return postponeMail(ctx, "send-verification", payload);
  const send = () => mailVerificationLink(ctx, mailer, { user, locale });
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
