import { type LinkMailTexts, linkMail, pagesPrefix } from "./link-mail";
import { RESET_LINK_MAX_AGE_MS } from "./mailed-token";

const VALID_MINUTES = RESET_LINK_MAX_AGE_MS / 60_000;

const ENGLISH: LinkMailTexts = {
  subject: "Choose a new Genmint password",
  action: "Choose a new password",
  note: `The link works once, within ${VALID_MINUTES} minutes. If you did not ask for it, ignore this mail: your password stays as it is.`,
};

const CHINESE: LinkMailTexts = {
  subject: "重设您的 Genmint 密码",
  action: "设置新密码",
  note: `此链接在 ${VALID_MINUTES} 分钟内有效，且只能使用一次。如果这不是您本人的操作，请忽略此邮件，您的密码不会改变。`,
};

/** The mail that leads to a new password, in the reader's language where there are texts in it. */
export function passwordResetMail(appUrl: string, locale: string | null, token: string) {
  const url = `${appUrl}${pagesPrefix(locale)}/reset-password?token=${token}`;
  return linkMail(url, locale === "zh" ? CHINESE : ENGLISH);
}
