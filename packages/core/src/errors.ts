/** Error codes and their HTTP status (specification, "Errors"). Every transport reads the status here, so they cannot disagree. */
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

/** Further members of an error body, such as `remainingCredits`. */
export type ErrorFields = Readonly<Record<string, number | string>>;

/** An error whose message may be stored and shown to users. The message of any other error goes to the log only. */
export abstract class PublicError extends Error {}

/** An error whose message is meant for the caller. Any other error is reported as `internal`, without its text. */
export class AppError extends PublicError {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly fields: ErrorFields;
  /** Seconds after which a retry may succeed. HTTP sends it as `Retry-After`, a tool of MCP in its result. */
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

  /** The JSON body that every transport sends. */
  toBody(): { error: string } & ErrorFields {
    return { ...this.fields, error: this.message };
  }
}

/** Asserts a condition that always holds. A violation is a defect in our code, never in the caller's input. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant violated: ${message}`);
}
