import { AddressRefusedError } from "../http/address";
import { DeadlineError, withDeadline } from "../http/deadline";
import { createAddressGuard, type GuardedFetchOptions, outboundRequest, parseAddress } from "../http/guarded-fetch";

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What became of a request. `error` is a text that the endpoint's owner may see. */
export type WebhookResponse =
  | { status: number; retryAfter: string | null; excerpt: string; error: null }
  | { status: null; retryAfter: null; excerpt: null; error: string };

export interface WebhookSender {
  /** Why an address may not be called, as far as that is known without a DNS lookup; null when it may. */
  findProblem(url: string): string | null;
  /** Posts a message. Follows no redirect, and never rejects: every outcome is one of the receiver. */
  post(request: WebhookRequest): Promise<WebhookResponse>;
}

/** For the lookup, the connection, the request and its response together. */
export const WEBHOOK_TIMEOUT_MS = 10_000;
/** Of the response's body. The rest is not read. */
export const EXCERPT_MAX_BYTES = 1024;

export interface WebhookSenderOptions extends Pick<GuardedFetchOptions, "allowHosts" | "resolve"> {
  timeoutMs?: number;
}

const NOT_HTTPS = "The address must begin with https://";
const NOT_PUBLIC = "The address is not on the public internet";

/** Posts to the addresses of users: only to public hosts and over https, or to a host in `allowHosts`. */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const guard = createAddressGuard(options);
  const timeoutMs = options.timeoutMs ?? WEBHOOK_TIMEOUT_MS;

  /** @throws AddressRefusedError with a text for the owner */
  const targetOf = (address: string) => {
    const url = parseAddress(address);
    const target = guard(url);
    if (url.protocol !== "https:" && !target.isAllowed) throw new InsecureAddressError(NOT_HTTPS);
    return { url, ...target };
  };

  return {
    findProblem(address) {
      try {
        targetOf(address);
        return null;
      } catch (error) {
        return describeFailure(error, timeoutMs);
      }
    },
    async post({ url: address, headers, body }) {
      let received: Response | null = null;
      let excerpt = "";
      try {
        await withDeadline(timeoutMs, async (signal) => {
          const { url, lookup } = targetOf(address);
          received = await outboundRequest(url, { signal, lookup, post: { headers, body } });
          for await (const text of readExcerpt(received)) excerpt = text;
        });
      } catch (error) {
        // A body that breaks off or does not end is a response all the same: the receiver has had the request.
        if (received === null)
          return { status: null, retryAfter: null, excerpt: null, error: describeFailure(error, timeoutMs) };
      }
      const { status, headers: responseHeaders } = received as unknown as Response;
      return { status, retryAfter: responseHeaders.get("retry-after"), excerpt, error: null };
    },
  };
}

class InsecureAddressError extends Error {
  override readonly name = "InsecureAddressError";
}

/** What the owner is told. Nothing about the service's own network: a refused address is not named. */
function describeFailure(error: unknown, timeoutMs: number): string {
  if (error instanceof InsecureAddressError) return error.message;
  if (error instanceof AddressRefusedError) return NOT_PUBLIC;
  if (error instanceof DeadlineError) return `No response within ${timeoutMs / 1000} s`;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return FAILURES[code] ?? (code === "" ? "The request failed" : `The request failed (${code})`);
}

const FAILURES: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name does not exist",
  EAI_AGAIN: "The host name cannot be resolved",
  ECONNREFUSED: "The connection was refused",
  ECONNRESET: "The connection was closed before a response",
};

/** The beginning of a body as text, longer and longer. Reads no more than is kept, and then closes the connection. */
async function* readExcerpt({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let kept = new Uint8Array();
  while (reader && kept.byteLength < EXCERPT_MAX_BYTES) {
    const { done, value } = await reader.read();
    if (done) return;
    kept = new Uint8Array(Buffer.concat([kept, value]).subarray(0, EXCERPT_MAX_BYTES));
    // PostgreSQL stores no NUL.
    yield decoder.decode(kept).replaceAll("\0", "\uFFFD");
  }
  await reader?.cancel();
}
