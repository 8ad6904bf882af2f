import type { Mail } from "@app/clients/mailer";
import { RESET_TOKEN_MAX_AGE_MS } from "./reset-token";

interface MailTexts {
  /** Prefix of the language's pages. */
  prefix: string;
  subject: string;
  action: string;
  note: string;
}

const VALID_MINUTES = RESET_TOKEN_MAX_AGE_MS / 60_000;

const ENGLISH: MailTexts = {
  prefix: "",
  subject: "Choose a new Genmint password",
  action: "Choose a new password",
  note: `The link works once, within ${VALID_MINUTES} minutes. If you did not ask for it, ignore this mail: your password stays as it is.`,
};

const TEXTS_BY_LOCALE: ReadonlyMap<string, MailTexts> = new Map([
  [
    "zh",
    {
      prefix: "/zh",
      subject: "重设您的 Genmint 密码",
      action: "设置新密码",
      note: `此链接在 ${VALID_MINUTES} 分钟内有效，且只能使用一次。如果这不是您本人的操作，请忽略此邮件，您的密码不会改变。`,
    },
  ],
]);

/** The mail that leads to a new password, in the reader's language where there are texts in it. */
export function passwordResetMail(
  appUrl: string,
  locale: string | null,
  token: string,
): Pick<Mail, "subject" | "text" | "html"> {
  const { prefix, subject, action, note } = TEXTS_BY_LOCALE.get(locale ?? "") ?? ENGLISH;
  // A base64url token and our own origin: nothing in it that HTML would read otherwise.
  const url = `${appUrl}${prefix}/reset-password?token=${token}`;
  return {
    subject,
    text: `${action}:\n\n${url}\n\n${note}\n`,
    html: `<p><a href="${url}">${action}</a></p><p>${note}</p>`,
  };
}
