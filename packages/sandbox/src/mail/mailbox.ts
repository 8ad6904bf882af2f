import { randomUUID } from "node:crypto";
import { once } from "node:events";
import PostalMime, { type Address } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { pushBounded } from "../bounded";
import type { Faults } from "../faults";

export interface ReceivedMail {
  id: string;
  from: string;
  /** The recipients of the SMTP envelope, which may differ from the mail's headers. */
  to: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string | null;
  receivedAt: Date;
}

export const MAILS_MAX = 200;
export const MAIL_MAX_BYTES = 10 * 1024 * 1024;
const CLOSE_TIMEOUT_MS = 500;
const SERVICE_NOT_AVAILABLE = 421;
const MAIL_TOO_BIG = 552;

export interface MailboxOptions {
  faults: Faults;
  now: () => Date;
  mailsMax?: number;
}

type SmtpCallback = (error?: Error | null) => void;

/** An SMTP server that accepts every mail and keeps the newest ones. */
export class Mailbox {
  readonly #options: MailboxOptions;
  readonly #mails: ReceivedMail[] = [];
  readonly #waiting = new Set<() => void>();
  #server: SMTPServer | null = null;

  constructor(options: MailboxOptions) {
    this.#options = options;
  }

  /** Starts listening; port 0 is any free port. Returns the value for `SMTP_URL`. */
  async start(port: number, host = "127.0.0.1"): Promise<string> {
    const server = new SMTPServer({
      disabledCommands: ["AUTH", "STARTTLS"],
      size: MAIL_MAX_BYTES,
      closeTimeout: CLOSE_TIMEOUT_MS,
      disableReverseLookup: true,
      onConnect: (_session, done) => this.#admit(done),
      onData: (stream, session, done) => this.#receive(stream, session, done),
    });
    // A client that drops its connection is harmless, but without a listener the error would end the process.
    server.on("error", () => undefined);
    const listening = server.listen(port, host);
    await once(listening, "listening");
    this.#server = server;
    const address = listening.address();
    return `smtp://${host}:${typeof address === "object" && address ? address.port : port}`;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** Newest first. */
  list(): ReceivedMail[] {
    return [...this.#mails].reverse();
  }

  find(id: string): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  clear(): void {
    this.#mails.length = 0;
  }

  /** Resolves when there are at least `count` mails. The caller limits the wait. */
  async waitFor(count: number): Promise<ReceivedMail[]> {
    while (this.#mails.length < count) await new Promise<void>((resolve) => this.#waiting.add(resolve));
    return this.list();
  }

  #admit(done: SmtpCallback): void {
    const { fault, latencyMs } = this.#options.faults.takeFor("mail");
    if (fault?.kind === "hang") return;
    const refusal = fault && Object.assign(new Error("Service not available"), { responseCode: SERVICE_NOT_AVAILABLE });
    setTimeout(() => done(refusal), latencyMs).unref();
  }

  #receive(stream: SMTPServerDataStream, session: SMTPServerSession, done: SmtpCallback): void {
    this.#keep(stream, session).then(
      () => done(),
      (error: Error) => done(error),
    );
  }

  async #keep(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(Buffer.from(chunk));
    if (stream.sizeExceeded) throw Object.assign(new Error("The mail is too big"), { responseCode: MAIL_TOO_BIG });
    const mail = await PostalMime.parse(Buffer.concat(chunks));
    const received: ReceivedMail = {
      id: randomUUID(),
      from: formatAddress(mail.from),
      to: session.envelope.rcptTo.map(({ address }) => address),
      subject: mail.subject ?? "",
      text: mail.text ?? "",
      html: mail.html ?? "",
      messageId: mail.messageId ?? null,
      receivedAt: this.#options.now(),
    };
    pushBounded(this.#mails, received, this.#options.mailsMax ?? MAILS_MAX);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

function formatAddress(address: Address | undefined): string {
  if (!address?.address) return "";
  return address.name ? `${address.name} <${address.address}>` : address.address;
}
