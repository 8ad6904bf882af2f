import { type LinkMailTexts, linkMail } from "./link-mail";
import { SIGN_IN_LINK_MAX_AGE_MS } from "./mailed-token";

const VALID_MINUTES = SIGN_IN_LINK_MAX_AGE_MS / 60_000;

const ENGLISH: LinkMailTexts = {
  subject: "Sign in to Genmint",
  action: "Sign in to Genmint",
  note: `The link works once, within ${VALID_MINUTES} minutes. If you did not ask for it, ignore this mail.`,
};

const CHINESE: LinkMailTexts = {
  subject: "登录 Genmint",
  action: "登录 Genmint",
  note: `此链接在 ${VALID_MINUTES} 分钟内有效，且只能使用一次。如果这不是您本人的操作，请忽略此邮件。`,
};

/** The mail whose link signs in, by Auth.js's own path. */
export function signInMail(
  appUrl: string,
  locale: string | null,
  link: { email: string; token: string; callbackUrl: string },
) {
  const url = `${appUrl}/api/auth/callback/email?${new URLSearchParams(link)}`;
  return linkMail(url, locale === "zh" ? CHINESE : ENGLISH);
}
