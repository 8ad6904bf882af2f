import { withDeadline } from "./deadline";
import { createGuardedFetch, type GuardedFetch, type GuardedFetchOptions } from "./guarded-fetch";
import { UpstreamError } from "./upstream-error";

export interface FetchedResult {
  body: Uint8Array;
  contentType: string;
}

/** A file whose body is still to be read. */
export interface OpenedResult {
  /** Errors beyond the `maxBytes` it was opened with, and when it takes too long. */
  body: ReadableStream<Uint8Array>;
  contentType: string;
  /** From Content-Length; null without one. */
  contentBytes: number | null;
  /** The Content-Range of a part; absent for the whole file. */
  contentRange?: string;
}

/** The first bytes of a file. */
export interface FetchedStart {
  bytes: Uint8Array;
  /** Length of the whole file from Content-Length; null without one. */
  contentBytes: number | null;
}

export interface ResultFetcher {
  /**
   * Downloads a generated file from the address that the backend returned.
   * @throws UpstreamError beyond `maxBytes`, on any status but 200 and on time-out
   */
  fetchResult(url: string, maxBytes: number): Promise<FetchedResult>;
  /** Downloads at least the first `startBytes` of a file and closes the connection. Throws like `fetchResult`, but has no size limit. */
  fetchStart(url: string, startBytes: number): Promise<FetchedStart>;
  /**
   * Opens a generated file to be streamed on without holding it in memory. Throws like `fetchResult`.
   * @param range a Range header. The whole file is opened where the storage does not send that part
   */
  openResult(url: string, maxBytes: number, range?: string): Promise<OpenedResult>;
}

/** Limit of a whole download, redirects included. */
export const RESULT_TIMEOUT_MS = 60_000;
/** Limit of `fetchStart`, redirects included. Short, because a user waits for it. */
export const RESULT_START_TIMEOUT_MS = 15_000;
/** Limit of `openResult`. Long, because a streamed file moves only as fast as its reader. */
export const RESULT_STREAM_TIMEOUT_MS = 10 * 60_000;
const UNNAMED_CONTENT_TYPE = "application/octet-stream";

export interface ResultFetcherOptions extends GuardedFetchOptions {
  timeoutMs?: number;
  startTimeoutMs?: number;
  streamTimeoutMs?: number;
}

/** Fetches files at addresses that a backend returned, through the guarded fetch. */
export function createResultFetcher(options: ResultFetcherOptions = {}): ResultFetcher {
  const open = createGuardedFetch(options);

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
    async fetchStart(address, startBytes) {
      try {
        return await withDeadline(options.startTimeoutMs ?? RESULT_START_TIMEOUT_MS, async (signal) =>
          readStart(await open(address, signal), startBytes),
        );
      } catch (cause) {
        throw asUpstreamError(cause);
      }
    },
    async openResult(address, maxBytes, range) {
      const download = new AbortController();
      const { signal } = download;
      const timeout = AbortSignal.timeout(options.streamTimeoutMs ?? RESULT_STREAM_TIMEOUT_MS);
      // The listener keeps the time-out until it fires. `AbortSignal.any` would not, and nothing here outlives this function (nodejs/node#57736).
      timeout.addEventListener("abort", () => download.abort(timeout.reason));
      try {
        const response = await openPart(open, address, signal, range);
        const contentRange = range === undefined ? null : response.headers.get("content-range");
        const contentBytes = checkedContentLength(response, maxBytes, contentRange === null ? OK : PARTIAL_CONTENT);
        const { body } = limitBody(response, maxBytes, signal);
        if (body === null || contentBytes === 0) throw emptyFile(response);
        const contentType = contentTypeOf(response);
        return {
          body: contentBytes === null ? body.pipeThrough(refuseEmpty(response)) : body,
          contentType,
          contentBytes,
          ...(contentRange === null ? {} : { contentRange }),
        };
      } catch (cause) {
        // Closes the connection of a response whose body nobody reads.
        download.abort();
        throw asUpstreamError(cause);
      }
    },
  };
}

const OK = 200;
const PARTIAL_CONTENT = 206;
const RANGE_NOT_SATISFIABLE = 416;

/** A part of the file, or all of it where the storage has no such part. */
async function openPart(open: GuardedFetch, address: string, signal: AbortSignal, range?: string): Promise<Response> {
  const response = await open(address, signal, range);
  if (response.status !== RANGE_NOT_SATISFIABLE) return response;
  await response.body?.cancel();
  return open(address, signal);
}

function asUpstreamError(cause: unknown): UpstreamError {
  return cause instanceof UpstreamError ? cause : new UpstreamError("The file could not be downloaded", { cause });
}

/**
 * The file's Content-Length, null without one.
 * @throws UpstreamError for another status, a declared length beyond `maxBytes`, or a compressed body, which was not asked for
 */
function checkedContentLength(response: Response, maxBytes: number, expectedStatus = OK): number | null {
  const { status, headers } = response;
  if (status !== expectedStatus) throw new UpstreamError("The file could not be downloaded", { status });
  if ((headers.get("content-encoding") ?? "identity") !== "identity") {
    throw new UpstreamError("The file is compressed", { status });
  }
  const declared = headers.get("content-length");
  if (declared === null) return null;
  if (Number(declared) > maxBytes) throw new UpstreamError("The file is too large", { status });
  return Number(declared);
}

async function readResult(response: Response, maxBytes: number, signal: AbortSignal): Promise<FetchedResult> {
  checkedContentLength(response, maxBytes);
  const body = new Uint8Array(await limitBody(response, maxBytes, signal).arrayBuffer());
  if (body.byteLength === 0) throw emptyFile(response);
  return { body, contentType: contentTypeOf(response) };
}

const emptyFile = ({ status }: Response) => new UpstreamError("The file is empty", { status });

/** Breaks off a body of unknown length that ends without a byte, so that no customer saves an empty file as their picture. */
function refuseEmpty(response: Response): TransformStream<Uint8Array, Uint8Array> {
  let isEmpty = true;
  return new TransformStream({
    transform(chunk, controller) {
      isEmpty &&= chunk.byteLength === 0;
      controller.enqueue(chunk);
    },
    flush(controller) {
      if (isEmpty) controller.error(emptyFile(response));
    },
  });
}

async function readStart(response: Response, startBytes: number): Promise<FetchedStart> {
  const contentBytes = checkedContentLength(response, Number.POSITIVE_INFINITY);
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  for (let receivedBytes = 0; receivedBytes < startBytes; ) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) break;
    chunks.push(value);
    receivedBytes += value.byteLength;
  }
  await reader?.cancel();
  return { bytes: Buffer.concat(chunks), contentBytes };
}

/** The media type without its parameters. */
function contentTypeOf(response: Response): string {
  const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase() || UNNAMED_CONTENT_TYPE;
}

/** The same response with a body that errors beyond `maxBytes` and when `signal` fires, so that readers need neither count nor time. */
export function limitBody(response: Response, maxBytes: number, signal?: AbortSignal | null): Response {
  if (response.body === null) return response;
  let receivedBytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      receivedBytes += chunk.byteLength;
      if (receivedBytes <= maxBytes) controller.enqueue(chunk);
      else controller.error(new UpstreamError("The answer is too large", { status: response.status }));
    },
  });
  return new Response(response.body.pipeThrough(counter, signal ? { signal } : {}), response);
}
