import { PublicError } from "@app/core/errors";

/**
 * An outside party failed, answered nonsense or took too long. The message may be stored and shown to the user:
 * it never carries an address, a credential or the party's raw answer. Those are in `cause`, for the log.
 */
export class UpstreamError extends PublicError {
  override readonly name = "UpstreamError";
  /** The party's status code (HTTP, or SMTP for mails); null when there was no answer or the answer was unusable. */
  readonly status: number | null;

  constructor(message: string, options: { status?: number | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status ?? null;
  }
}
