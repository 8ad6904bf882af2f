import { codesLockedMail } from "../account/codes-locked-mail";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "./job-payloads";
import { postponeMail } from "./mail-jobs";

/** Tells the owner of an account that somebody who knows the password gave wrong codes. A lock that is over is no news any more. */
export async function sendCodesLocked(ctx: ServiceContext, payload: JobPayloads["send-codes-locked"]): Promise<void> {
  const { userId, lockedUntil } = payload;
  const { mailer } = ctx.clients;
  if (Date.parse(lockedUntil) <= ctx.now().getTime()) return;
  const user = await ctx.db.user.findUnique({ where: { id: userId }, select: { email: true, deletedAt: true } });
  if (!user || user.deletedAt) return;
  if (mailer === null) return postponeMail(ctx, "send-codes-locked", payload);
  await mailer.send({
    to: user.email,
    ...codesLockedMail(ctx.config.appUrl, new Date(lockedUntil)),
    messageId: `codes-locked-${userId}-${Date.parse(lockedUntil)}@genmint`,
  });
}
