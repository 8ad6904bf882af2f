import { randomUUID } from "node:crypto";

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Payload Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
};

/** An error in the provider's shape. */
export function errorResponse(status: number, messages: readonly string[], now: Date): Response {
  const body = {
    trace_id: randomUUID(),
    status,
    error: REASONS[status] ?? "Error",
    message: messages,
    timestamp: now.getTime(),
  };
  return Response.json(body, { status });
}
