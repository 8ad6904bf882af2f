import { createHash, randomBytes } from "node:crypto";
import type { Mail } from "@app/clients/mail/mailer";

export interface LinkMailTexts {
  subject: string;
  /** The text of the link. */
  action: string;
  note: string;
}

/** A mail with one link. */
export function linkMail(
  url: string,
  { subject, action, note }: LinkMailTexts,
): Pick<Mail, "subject" | "text" | "html"> {
  const href = url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return {
    subject,
    text: `${action}\n\n${url}\n\n${note}\n`,
    html: `<p><a href="${href}">${action}</a></p><p>${note}</p>`,
  };
}

const MAILED_TOKEN_BYTES = 32;

const MINUTE_MS = 60_000;

/** How long the links in mails are valid. */
export const RESET_LINK_MAX_AGE_MS = 60 * MINUTE_MS;
export const SIGN_IN_LINK_MAX_AGE_MS = 15 * MINUTE_MS;
export const VERIFICATION_LINK_MAX_AGE_MS = 24 * 60 * MINUTE_MS;

/** A link that is requested so soon after the last mail is a double click: another mail would end the link in it. */
const DOUBLE_REQUEST_MS = 10_000;

/**
 * Whether a link that was requested at `askedAt` has been mailed: its job runs again after a crash. A later request gets a mail of its own, once
 * `throttleMail` lets it.
 */
export function isMailed(sentAt: Date | null | undefined, askedAt: string): boolean {
  return (sentAt?.getTime() ?? 0) + DOUBLE_REQUEST_MS > Date.parse(askedAt);
}

export function createMailedToken(): string {
  return randomBytes(MAILED_TOKEN_BYTES).toString("base64url");
}

/** The stored hash of a token. A fast hash is enough, because the token is random. */
export function hashMailedToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
