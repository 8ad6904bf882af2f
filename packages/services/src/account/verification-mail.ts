import { type LinkMailTexts, linkMail, pagesPrefix } from "./link-mail";
import { VERIFICATION_LINK_MAX_AGE_MS } from "./mailed-token";

const VALID_HOURS = VERIFICATION_LINK_MAX_AGE_MS / 3_600_000;

const ENGLISH: LinkMailTexts = {
  subject: "Confirm your e-mail address for Genmint",
  action: "Confirm this e-mail address",
  note: `The link works once, within ${VALID_HOURS} hours. If you did not create an account at Genmint, ignore this mail: somebody mistyped an address.`,
};

const CHINESE: LinkMailTexts = {
  subject: "确认您的 Genmint 邮箱",
  action: "确认此邮箱",
  note: `此链接在 ${VALID_HOURS} 小时内有效，且只能使用一次。如果您没有注册 Genmint，请忽略此邮件，可能是他人误填了邮箱。`,
};

/** The mail whose link confirms that its reader has the address. */
export function verificationMail(appUrl: string, locale: string | null, token: string) {
  const url = `${appUrl}${pagesPrefix(locale)}/verify-email?token=${token}`;
  return linkMail(url, locale === "zh" ? CHINESE : ENGLISH);
}
