import { GenmintError, readRetryAfter } from "./genmint-error.ts";

export interface RetryOptions {
  /** Repetitions after the first try. */
  maxRetries: number;
  fetch: (request: Request) => Promise<Response>;
  /** Replaced by tests. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 503]);
/** Of a repeated request: the first one still runs, although its connection was lost. */
const STILL_RUNNING = 409;
/** What a proxy responds when the service behind it stopped in the middle of a request. The service itself responds with JSON. */
const LOST_BEHIND_PROXY: ReadonlySet<number> = new Set([502, 504]);
const FIRST_DELAY_MS = 500;
const DELAY_MAX_MS = 8_000;
/** A longer Retry-After is left to the caller. */
const RETRY_AFTER_MAX_MS = 30_000;
const KEY = "idempotency-key";

/**
 * A fetch that gives each POST an Idempotency-Key and repeats requests on status 429 and 503 and after lost connections. The key stays the
 * same, so that a repeated request is charged once. A POST follows no redirect.
 * @throws GenmintError for a connection that stays lost
 */
export function retryingFetch({
  maxRetries,
  fetch,
  sleep = wait,
}: RetryOptions): (request: Request) => Promise<Response> {
  return async (given) => {
    // A redirect that is followed makes a GET of most POSTs.
    const request = given.method === "POST" ? new Request(given, { redirect: "manual" }) : given;
    if (request.method === "POST" && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID());
    let wasLost = false;
    for (let retries = 0; ; retries += 1) {
      const isLast = retries >= maxRetries;
      let delayMs: number | null;
      try {
        const response = await fetch(isLast ? request : request.clone());
        const isLost = isLostBehindProxy(response);
        const isRunning = wasLost && response.status === STILL_RUNNING;
        delayMs = isLast ? null : delayAfter(response, { retries, isRepeated: isLost || isRunning });
        wasLost ||= isLost;
        if (delayMs === null) return await receive(response);
        await response.body?.cancel();
      } catch (cause) {
        request.signal.throwIfAborted();
        if (isLast) throw lostConnection(request, cause);
        wasLost = true;
        delayMs = backoff(retries);
      }
      await sleep(delayMs, request.signal);
    }
  };
}

/** Names the key: it may have been given here, and the request may have been charged. */
function lostConnection({ headers }: Request, cause: unknown): GenmintError {
  const error = new GenmintError("The connection to the service was lost", { cause });
  error.idempotencyKey = headers.get(KEY);
  return error;
}

/** The response with its whole body, so that a connection that is lost within it counts as lost. A stream is read by its caller. */
async function receive(response: Response): Promise<Response> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
  const body = await response.arrayBuffer();
  return new Response(body.byteLength === 0 ? null : body, response);
}

function isLostBehindProxy({ status, headers }: Response): boolean {
  return LOST_BEHIND_PROXY.has(status) && !headers.get("content-type")?.startsWith("application/json");
}

/** Milliseconds until the next try; null for a response that is not retried. */
function delayAfter(
  { status, headers }: Response,
  { retries, isRepeated }: { retries: number; isRepeated: boolean },
): number | null {
  if (!isRepeated && !RETRIED_STATUSES.has(status)) return null;
  const seconds = readRetryAfter(headers);
  if (seconds === null) return backoff(retries);
  return seconds * 1_000 <= RETRY_AFTER_MAX_MS ? Math.max(seconds * 1_000, 0) : null;
}

/** Exponential, with jitter, so that many clients do not come back at once. */
const backoff = (retries: number) => Math.min(FIRST_DELAY_MS * 2 ** retries, DELAY_MAX_MS) * (0.5 + Math.random() / 2);

/** @throws the signal's reason once it is aborted */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
