/** A response that the service refused, or a connection that was lost. */
export class GenmintError extends Error {
  override readonly name = "GenmintError";
  /** The HTTP status; null when there was no whole response. */
  readonly status: number | null;
  /** The response's JSON: `{ error, remainingCredits?, creditsCharged? }`. */
  readonly body: Readonly<Record<string, unknown>>;
  /** After how many seconds a refused call may be repeated, where the service says so, as with status 429. */
  readonly retryAfterSeconds: number | null;
  /** The key of the paid call that failed; null for calls that only read. Pass it to the same call to repeat it without paying again. */
  idempotencyKey: string | null = null;

  constructor(
    message: string,
    options: { status?: number; body?: unknown; retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.status = options.status ?? null;
    this.body = isRecord(options.body) ? options.body : {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }

  /** The error of a refused response. REST has `{ error: text }`, `/v1` has OpenAI's `{ error: { message } }`. */
  static of({ status, headers }: Response, body: unknown): GenmintError {
    const error = isRecord(body) ? body["error"] : undefined;
    const message = isRecord(error) ? error["message"] : error;
    return new GenmintError(typeof message === "string" ? message : `The service responded with status ${status}`, {
      status,
      body,
      retryAfterSeconds: readRetryAfter(headers),
    });
  }
}

/** Seconds. Null without the header, and for a date, which the service does not send. */
export function readRetryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
