import { createTransport } from "nodemailer";
import SmtpTransport from "nodemailer/lib/smtp-transport/index.js";
import { UpstreamError } from "../http/upstream-error";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stable across retries, so that receivers can tell a mail sent twice from two mails. */
  messageId?: string;
}

export interface Mailer {
  /** Resolves once the mail server has taken the mail. */
  send(mail: Mail): Promise<void>;
}

const SMTP_CONNECT_TIMEOUT_MS = 10_000;
/** Longest silence of the mail server, before its greeting as well as within the conversation. */
const SMTP_IDLE_TIMEOUT_MS = 20_000;

export interface SmtpMailerOptions {
  /** `smtp://` or `smtps://`, with credentials where the server wants them. */
  url: string;
  from: string;
  idleTimeoutMs?: number;
}

/**
 * Sends over SMTP, one connection a mail, closed after it.
 * Rejects with an `UpstreamError` whose status is the server's reply code.
 */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  // The transport is made here because `createTransport` drops everything beside an address, time limits included.
  const transport = createTransport(
    new SmtpTransport({
      url: options.url,
      connectionTimeout: SMTP_CONNECT_TIMEOUT_MS,
      dnsTimeout: SMTP_CONNECT_TIMEOUT_MS,
      socketTimeout: options.idleTimeoutMs ?? SMTP_IDLE_TIMEOUT_MS,
    }),
  );
  return {
    async send(mail) {
      try {
        await transport.sendMail({
          from: options.from,
          // As an object, for a string would be read as a list of addresses.
          to: { name: "", address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          ...(mail.messageId === undefined ? {} : { messageId: mail.messageId }),
        });
      } catch (cause) {
        throw new UpstreamError("The mail server did not take the mail", { status: replyCode(cause), cause });
      }
    },
  };
}

function replyCode(cause: unknown): number | null {
  const code = cause instanceof Error && "responseCode" in cause ? cause.responseCode : null;
  return typeof code === "number" ? code : null;
}
