/** What can go wrong for a caller. Every transport reads its status from `STATUS_BY_CODE`, so they cannot disagree. */
export const STATUS_BY_CODE = {
  bad_request: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  internal: 500,
  upstream_failed: 502,
  not_configured: 503,
} as const;

export type ErrorCode = keyof typeof STATUS_BY_CODE;

/** Members of an error body beside `error`, such as `remainingCredits`. */
export type ErrorFields = Readonly<Record<string, number | string>>;

/** An error whose message is fit to be stored and shown to a user. Of any other error only the log learns the words. */
export abstract class PublicError extends Error {}

/** An error whose message is meant for the caller. Anything else that is thrown is answered as `internal`, without its text. */
export class AppError extends PublicError {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly fields: ErrorFields;
  /** When trying again may help; every transport sends it as `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: ErrorFields; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }

  get status(): number {
    return STATUS_BY_CODE[this.code];
  }

  /** The JSON body every transport answers with. */
  toBody(): { error: string } & ErrorFields {
    return { ...this.fields, error: this.message };
  }
}

/** States what must hold; a breach is a defect of ours, never of the caller's input. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant violated: ${message}`);
}
