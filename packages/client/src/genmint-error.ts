/** A response that the service refused, or a connection that was lost. */
export class GenmintError extends Error {
  override readonly name = "GenmintError";
  /** The HTTP status; null when there was no whole response. */
  readonly status: number | null;
  /** The response's JSON: `{ error, remainingCredits?, creditsCharged? }`. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The key of the paid call that failed; null for calls that only read. Pass it to the same call to repeat it without paying again. */
  idempotencyKey: string | null = null;

  constructor(message: string, options: { status?: number; body?: unknown; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status ?? null;
    this.body = isRecord(options.body) ? options.body : {};
  }

  /** The error of a refused response. REST has `{ error: text }`, `/v1` has OpenAI's `{ error: { message } }`. */
  static of(status: number, body: unknown): GenmintError {
    const error = isRecord(body) ? body["error"] : undefined;
    const message = isRecord(error) ? error["message"] : error;
    return new GenmintError(typeof message === "string" ? message : `The service responded with status ${status}`, {
      status,
      body,
    });
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
