import { type LinkMailTexts, linkMail } from "../account/mailed-links";
import type { ServiceContext } from "../context";
import type { JobPayloads } from "../platform/job-queue";
import { postponeMail } from "../platform/mail-jobs";
import { pagesPrefix } from "../platform/mail-texts";

/** Job: tells the owner of an account that somebody who knows the password entered wrong codes. Does nothing when the lock is over. */
export async function sendCodesLocked(ctx: ServiceContext, payload: JobPayloads["send-codes-locked"]): Promise<void> {
  const { userId, lockedUntil } = payload;
  const { mailer } = ctx.clients;
  if (Date.parse(lockedUntil) <= ctx.now().getTime()) return;
  const user = await ctx.db.user.findUnique({
    where: { id: userId },
    select: { email: true, locale: true, deletedAt: true },
  });
  if (!user || user.deletedAt) return;
  if (mailer === null) return postponeMail(ctx, "send-codes-locked", payload);
  await mailer.send({
    to: user.email,
    ...codesLockedMail(ctx.config.appUrl, user.locale, new Date(lockedUntil)),
    messageId: `codes-locked-${userId}-${Date.parse(lockedUntil)}@genmint`,
  });
}

/** In the language of the last page that the owner opened while signed in: nobody is, who enters wrong codes. */
function codesLockedMail(appUrl: string, locale: string | null, lockedUntil: Date) {
  const until = `${lockedUntil.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return linkMail(`${appUrl}${pagesPrefix(locale)}/forgot-password`, locale === "zh" ? chinese(until) : english(until));
}

const english = (until: string): LinkMailTexts => ({
  subject: "Wrong codes for your Genmint account",
  action: "Choose a new password",
  note:
    `Somebody signed in with your password and then gave several wrong codes. Codes of the authenticator app are not accepted until ${until}; ` +
    "your recovery codes are. If this was you, wait or use a recovery code. If it was not, choose a new password now.",
});

const chinese = (until: string): LinkMailTexts => ({
  subject: "你的 Genmint 账号多次输入了错误的验证码",
  action: "设置新密码",
  note:
    `有人使用你的密码登录，随后多次输入了错误的验证码。在 ${until} 之前，验证器应用的验证码将不被接受，恢复码仍可使用。` +
    "如果是你本人的操作，请稍后再试或使用恢复码；如果不是，请立即设置新密码。",
});
