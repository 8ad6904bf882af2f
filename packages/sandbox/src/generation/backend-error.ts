/** An error in the backend's format: `{ error: { code, message, param, type } }`. */
export class BackendError extends Error {
  override readonly name = "BackendError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  toBody() {
    const { code, message, status } = this;
    return { error: { code, message, param: "", type: ERROR_TYPES[status] ?? "BadRequest" } };
  }

  toResponse(): Response {
    return Response.json(this.toBody(), { status: this.status });
  }
}

const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  429: "TooManyRequests",
  500: "InternalServerError",
};

const CODES: Readonly<Record<number, string>> = {
  401: "AuthenticationError",
  403: "AccessDenied",
  429: "RateLimitExceeded",
};

/** The backend's error for a simulated status. */
export function simulatedError(status: number): BackendError {
  return new BackendError(status, CODES[status] ?? "InternalServiceError", "Simulated failure");
}

export function invalidParameter(message: string): BackendError {
  return new BackendError(400, "InvalidParameter", message);
}
