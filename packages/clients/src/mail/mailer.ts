import { createTransport } from "nodemailer";
import SmtpTransport from "nodemailer/lib/smtp-transport/index.js";
import { withDeadline } from "../http/deadline";
import { UpstreamError } from "../http/upstream-error";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same in every retry, so that receivers recognise a mail that was sent twice. */
  messageId?: string;
}

export interface Mailer {
  /** Resolves when the mail server has accepted the mail. @throws UpstreamError whose status is the server's reply code */
  send(mail: Mail): Promise<void>;
}

export interface MailServer {
  /** Connects and signs in, and sends nothing. @throws UpstreamError whose status is the server's reply code */
  verify(): Promise<void>;
}

const SMTP_CONNECT_TIMEOUT_MS = 10_000;
/** Longest wait for the mail server's greeting: one that does not respond at all is given up soon. */
const SMTP_GREETING_TIMEOUT_MS = 20_000;
/**
 * Longest time for a mail as a whole, and so for the reply to it. A server that checks a mail for long has it already: given up too soon, it
 * would be sent the same mail again and again.
 */
const SMTP_TIMEOUT_MS = 120_000;

export interface SmtpMailerOptions {
  /** `smtp://` or `smtps://`, with credentials where the server needs them. */
  url: string;
  from: string;
  /** Longest wait for each reply; that of the mail as a whole when absent. */
  idleTimeoutMs?: number;
  timeoutMs?: number;
}

/** Sends over SMTP with a new connection for each mail. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer & MailServer {
  const timeoutMs = options.timeoutMs ?? SMTP_TIMEOUT_MS;
  // `createTransport` with a URL would ignore the time limits, so the transport is created here.
  const transport = createTransport(
    new SmtpTransport({
      url: options.url,
      connectionTimeout: SMTP_CONNECT_TIMEOUT_MS,
      dnsTimeout: SMTP_CONNECT_TIMEOUT_MS,
      greetingTimeout: SMTP_GREETING_TIMEOUT_MS,
      socketTimeout: options.idleTimeoutMs ?? timeoutMs,
    }),
  );
  return {
    async send(mail) {
      try {
        const message = {
          from: options.from,
          // An object, because a string would be parsed as a list of addresses.
          to: { name: "", address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          ...(mail.messageId === undefined ? {} : { messageId: mail.messageId }),
        };
        await withDeadline(timeoutMs, () => transport.sendMail(message));
      } catch (cause) {
        const reason = withoutReplyText(cause);
        throw new UpstreamError("The mail server did not take the mail", { status: replyCode(cause), cause: reason });
      }
    },
    async verify() {
      try {
        await withDeadline(timeoutMs, () => transport.verify());
      } catch (cause) {
        throw new UpstreamError("The mail server cannot be used", { status: replyCode(cause), cause });
      }
    },
  };
}

function replyCode(cause: unknown): number | null {
  const code = cause instanceof Error && "responseCode" in cause ? cause.responseCode : null;
  return typeof code === "number" ? code : null;
}

/** A reply's code, and the one of RFC 3463 after it. */
const REPLY_CODES = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/;

/** Of a refusal, its codes and the refused command. A reply's text may quote the mail, with its address and its link, and would be logged. */
function withoutReplyText(cause: unknown): unknown {
  if (!(cause instanceof Error && "response" in cause)) return cause;
  const codes = REPLY_CODES.exec(String(cause.response))?.[0] ?? "No reply of a mail server";
  const command = "command" in cause ? String(cause.command) : "the connection";
  return new Error(`${codes} to ${command}`);
}
