import type { IncomingMessage } from "node:http";
import { AppError } from "@app/core/errors";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { JSON_BODY_MAX_BYTES } from "./body.server";
import { readClientAddress } from "./client-address.server";

/** Requests of one network address with incomplete bodies. */
const INCOMPLETE_MAX = 100;
/** Total size of the bodies above `JSON_BODY_MAX_BYTES` in memory: those of one address, and all of them. */
const LARGE_BYTES_MAX_PER_ADDRESS = 128 * 1024 * 1024;
const LARGE_BYTES_MAX = 512 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

const tooMany = () =>
  new AppError("rate_limited", "Too many requests at once, try again shortly", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/**
 * Limits the requests with incomplete bodies of one network address. It protects memory, so that it applies even with RATE_LIMITS=off. A
 * refused request gets its response at once; its connection is closed soon after unless the body ends by itself.
 */
export function limitIncompleteBodies(trustedProxies: number): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  const byAddress = new Map<string, Set<IncomingMessage>>();
  return async (c, next) => {
    // The development server passes the request only.
    const { incoming, outgoing } = c.env ?? {};
    if (!incoming || !outgoing || !("complete" in incoming) || !hasBody(incoming)) return next();
    const address = readClientAddress(c, trustedProxies);
    const incomplete = byAddress.get(address) ?? new Set();
    if (incomplete.size >= INCOMPLETE_MAX) removeComplete(incomplete);
    if (incomplete.size >= INCOMPLETE_MAX) {
      const error = tooMany();
      return Response.json(error.toBody(), {
        status: error.status,
        headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
      });
    }
    byAddress.set(address, incomplete.add(incoming));
    outgoing.once("close", () => {
      incomplete.delete(incoming);
      if (incomplete.size === 0 && byAddress.get(address) === incomplete) byAddress.delete(address);
    });
    return next();
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Complete bodies are removed only when the limit is reached, so that an ordinary request needs no listener for its body's end. */
function removeComplete(requests: Set<IncomingMessage>): void {
  for (const incoming of requests) if (incoming.complete) requests.delete(incoming);
}

let reservedBytes = 0;
const reservedByAddress = new Map<string, number>();

/** A request whose body may be large. */
interface LargeRequest {
  request: Request;
  /** The client's network address. */
  address: string;
  maxBytes: number;
}

/**
 * Reserves memory for a large body until `use` has ended, because the picture in it is needed for as long. A body without a
 * Content-Length must be a small one.
 * @param use gets the number of bytes that the body may have
 * @throws AppError `rate_limited` when too much memory is reserved
 */
export async function reserveLargeBody<T>(
  { request, address, maxBytes }: LargeRequest,
  use: (maxBytes: number) => Promise<T>,
): Promise<T> {
  const contentLength = request.headers.get("content-length");
  if (contentLength === null) return use(Math.min(maxBytes, JSON_BODY_MAX_BYTES));
  const bytes = Number(contentLength);
  // A body that is too large will be refused without being kept.
  if (bytes <= JSON_BODY_MAX_BYTES || bytes > maxBytes) return use(maxBytes);
  const reserved = reservedByAddress.get(address) ?? 0;
  if (reserved + bytes > LARGE_BYTES_MAX_PER_ADDRESS || reservedBytes + bytes > LARGE_BYTES_MAX) throw tooMany();
  reservedBytes += bytes;
  reservedByAddress.set(address, reserved + bytes);
  try {
    return await use(maxBytes);
  } finally {
    reservedBytes -= bytes;
    const left = (reservedByAddress.get(address) ?? 0) - bytes;
    if (left > 0) reservedByAddress.set(address, left);
    else reservedByAddress.delete(address);
  }
}
