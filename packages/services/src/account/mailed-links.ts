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

export function createMailedToken(): string {
  return randomBytes(MAILED_TOKEN_BYTES).toString("base64url");
}

/** The stored hash of a token. A fast hash is enough, because the token is random. */
export function hashMailedToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
