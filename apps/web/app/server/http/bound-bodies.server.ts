import type { IncomingMessage } from "node:http";
import { AppError } from "@app/core/errors";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { JSON_BODY_MAX_BYTES } from "./body.server";
import { readClientAddress } from "./client-address.server";

/** Requests of one network address whose bodies are still arriving. */
const UNFINISHED_MAX = 100;
/** Bodies above `JSON_BODY_MAX_BYTES` that are in memory, in total: those of one address, and those of all. */
const LARGE_BYTES_MAX_PER_ADDRESS = 128 * 1024 * 1024;
const LARGE_BYTES_MAX = 512 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 5;

const tooMany = () =>
  new AppError("rate_limited", "Too many requests at once, try again shortly", {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });

/**
 * Bounds the bodies of one network address that are still arriving. It holds whatever RATE_LIMITS says, because it protects memory. A
 * request that is refused is answered first; its connection is closed soon after unless the body ends by itself.
 */
export function boundUnfinishedBodies(trustedProxies: number): MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> {
  const byAddress = new Map<string, Set<IncomingMessage>>();
  return async (c, next) => {
    // A development server brings the request alone.
    const { incoming, outgoing } = c.env ?? {};
    if (!incoming || !outgoing || !("complete" in incoming) || !hasBody(incoming)) return next();
    const address = readClientAddress(c, trustedProxies);
    const arriving = byAddress.get(address) ?? new Set();
    if (arriving.size >= UNFINISHED_MAX) forgetComplete(arriving);
    if (arriving.size >= UNFINISHED_MAX) {
      const error = tooMany();
      return Response.json(error.toBody(), {
        status: error.status,
        headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
      });
    }
    byAddress.set(address, arriving.add(incoming));
    outgoing.once("close", () => {
      arriving.delete(incoming);
      if (arriving.size === 0 && byAddress.get(address) === arriving) byAddress.delete(address);
    });
    return next();
  };
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

/** Most bodies arrive at once: they are taken out when room is needed, so that a usual request waits for no further event. */
function forgetComplete(arriving: Set<IncomingMessage>): void {
  for (const incoming of arriving) if (incoming.complete) arriving.delete(incoming);
}

let heldBytes = 0;
const heldByAddress = new Map<string, number>();

/** A request whose body may be large. */
interface LargeRequest {
  request: Request;
  /** The sender's network address. */
  address: string;
  maxBytes: number;
}

/**
 * Counts a large body from before it is read until `use` is over: the picture in it is needed for as long. A body whose length is not
 * announced may only be a small one.
 * @param use is told how many bytes the body may have
 * @throws AppError `rate_limited` where it would be too much in memory
 */
export async function withLargeBody<T>(
  { request, address, maxBytes }: LargeRequest,
  use: (maxBytes: number) => Promise<T>,
): Promise<T> {
  const announced = request.headers.get("content-length");
  if (announced === null) return use(Math.min(maxBytes, JSON_BODY_MAX_BYTES));
  const bytes = Number(announced);
  // One that is too large is refused without being kept.
  if (bytes <= JSON_BODY_MAX_BYTES || bytes > maxBytes) return use(maxBytes);
  const held = heldByAddress.get(address) ?? 0;
  if (held + bytes > LARGE_BYTES_MAX_PER_ADDRESS || heldBytes + bytes > LARGE_BYTES_MAX) throw tooMany();
  heldBytes += bytes;
  heldByAddress.set(address, held + bytes);
  try {
    return await use(maxBytes);
  } finally {
    heldBytes -= bytes;
    const left = (heldByAddress.get(address) ?? 0) - bytes;
    if (left > 0) heldByAddress.set(address, left);
    else heldByAddress.delete(address);
  }
}
