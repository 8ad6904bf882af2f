import { type LinkMailTexts, linkMail } from "../account/mailed-links";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "../platform/job-queue";
import { postponeMail } from "../platform/mail-jobs";

/** Job: tells the owner of an account that somebody who knows the password entered wrong codes. Does nothing when the lock is over. */
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

/** In English: the language of the page is that of the person who entered the wrong codes, who may not be the owner. */
function codesLockedMail(appUrl: string, lockedUntil: Date) {
  const until = `${lockedUntil.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const texts: LinkMailTexts = {
    subject: "Wrong codes for your Genmint account",
    action: "Choose a new password",
    note:
      `Somebody signed in with your password and then gave several wrong codes. Codes of the authenticator app are not accepted until ${until}; ` +
      "your recovery codes are. If this was you, wait or use a recovery code. If it was not, choose a new password now.",
  };
  return linkMail(`${appUrl}/forgot-password`, texts);
}
