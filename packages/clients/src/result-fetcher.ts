import { boundBody } from "./bounded-body";
import { withDeadline } from "./deadline";
import { HttpUrl } from "./http-url";
import { UpstreamError } from "./upstream-error";

export interface FetchedResult {
  body: Uint8Array;
  contentType: string;
}

/** A file on its way. */
export interface OpenedResult {
  /** Errors beyond the size it was opened with, and when it takes too long. */
  body: ReadableStream<Uint8Array>;
  contentType: string;
  /** Null where the sender does not say. */
  contentBytes: number | null;
}

export interface ResultFetcher {
  /** Downloads a generated file from the backend's address. Rejects beyond `maxBytes`, on any status but 200 and on time-out. */
  fetchResult(url: string, maxBytes: number): Promise<FetchedResult>;
  /** Opens a generated file to be passed on as it comes, without holding it. Rejects like `fetchResult`. */
  openResult(url: string, maxBytes: number): Promise<OpenedResult>;
}

/** A whole download, redirects included. */
export const RESULT_TIMEOUT_MS = 60_000;
/** A file that is passed on goes no faster than its reader takes it. */
export const RESULT_STREAM_TIMEOUT_MS = 10 * 60_000;
const RESULT_REDIRECTS_MAX = 3;
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const UNNAMED_CONTENT_TYPE = "application/octet-stream";

/** Asked before every request to a host that is not allowed by name; rejects where the service must not go. */
export type OutboundGuard = (url: URL) => Promise<void>;

export interface ResultFetcherOptions {
  guard?: OutboundGuard;
  /** Hosts, as `name` or `name:port`, that are reached without asking the guard. */
  allowHosts?: readonly string[];
  timeoutMs?: number;
  streamTimeoutMs?: number;
}

export function createResultFetcher(options: ResultFetcherOptions = {}): ResultFetcher {
  const allowedHosts = new Set(options.allowHosts?.map((host) => host.toLowerCase()));

  /** Every address passes here, the ones redirected to as well. */
  async function admit(address: string): Promise<URL> {
    if (!HttpUrl.safeParse(address).success) throw new UpstreamError("The file's address is not an http(s) address");
    const url = new URL(address);
    if (!allowedHosts.has(url.host) && !allowedHosts.has(url.hostname)) await options.guard?.(url);
    return url;
  }

  async function open(address: string, signal: AbortSignal): Promise<Response> {
    let url = await admit(address);
    for (let redirects = 0; redirects <= RESULT_REDIRECTS_MAX; redirects += 1) {
      const response = await fetch(url, { redirect: "manual", signal });
      const target = REDIRECT_STATUSES.has(response.status) ? response.headers.get("location") : null;
      if (target === null) return response;
      url = await admit(URL.canParse(target, url) ? new URL(target, url).href : target);
    }
    throw new UpstreamError("The file's address redirects too often");
  }

  return {
    async fetchResult(address, maxBytes) {
      try {
        return await withDeadline(options.timeoutMs ?? RESULT_TIMEOUT_MS, async (signal) =>
          readResult(await open(address, signal), maxBytes, signal),
        );
      } catch (cause) {
        throw asUpstreamError(cause);
      }
    },
    async openResult(address, maxBytes) {
      const signal = AbortSignal.timeout(options.streamTimeoutMs ?? RESULT_STREAM_TIMEOUT_MS);
      try {
        const response = await open(address, signal);
        const contentBytes = acceptedBytes(response, maxBytes);
        const { body } = boundBody(response, maxBytes, signal);
        if (body === null) throw new UpstreamError("The file is empty", { status: response.status });
        return { body, contentType: contentTypeOf(response), contentBytes };
      } catch (cause) {
        throw asUpstreamError(cause);
      }
    },
  };
}

function asUpstreamError(cause: unknown): UpstreamError {
  return cause instanceof UpstreamError ? cause : new UpstreamError("The file could not be downloaded", { cause });
}

/** How long the file says it is. One that is compressed on its way says nothing of its length. */
function acceptedBytes(response: Response, maxBytes: number): number | null {
  const { status, headers } = response;
  if (status !== 200) throw new UpstreamError("The file could not be downloaded", { status });
  const declared = headers.get("content-length");
  if (declared === null) return null;
  if (Number(declared) > maxBytes) throw new UpstreamError("The file is too large", { status });
  return headers.has("content-encoding") ? null : Number(declared);
}

async function readResult(response: Response, maxBytes: number, signal: AbortSignal): Promise<FetchedResult> {
  const { status } = response;
  acceptedBytes(response, maxBytes);
  const body = new Uint8Array(await boundBody(response, maxBytes, signal).arrayBuffer());
  if (body.byteLength === 0) throw new UpstreamError("The file is empty", { status });
  return { body, contentType: contentTypeOf(response) };
}

/** Without its parameters. */
function contentTypeOf(response: Response): string {
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase() || UNNAMED_CONTENT_TYPE;
}
