import { EventSourceParserStream } from "eventsource-parser/stream";
import createClient, { type Client } from "openapi-fetch";
import type { components, operations, paths } from "./api-types.ts";
import { GenmintError } from "./genmint-error.ts";
import { retryingFetch, wait } from "./retrying-fetch.ts";

export type { components, operations, paths } from "./api-types.ts";
export { GenmintError } from "./genmint-error.ts";

type JsonBody<Operation extends keyof operations> = operations[Operation] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;
type JsonResponse<Operation extends keyof operations> = operations[Operation] extends {
  responses: { 200: { content: { "application/json": infer Body } } };
}
  ? Body
  : never;

export type ChatEvent = components["schemas"]["ChatEvent"];
export type ChatMessage = JsonBody<"streamChat">;
export type ImageRequest = JsonBody<"generateImage">;
export type GeneratedImage = JsonResponse<"generateImage">;
export type VideoRequest = JsonBody<"generateVideo">;
export type SubmittedVideo = JsonResponse<"generateVideo">;
export type VideoStatus = JsonResponse<"getVideoStatus">;
export type CompletedVideo = Extract<VideoStatus, { status: "completed" }>;
export type Account = JsonResponse<"getMe">;
export type UploadedPicture = JsonResponse<"uploadImage">;

export interface GenmintClientOptions {
  /** Address of the service, such as `https://genmint.example`. */
  baseUrl: string;
  /** An API key, `gm_...`. */
  apiKey: string;
  /** Repetitions on status 429 and 503 and after lost connections. Default: 3. */
  maxRetries?: number;
  /** Default: the global fetch. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Default: a new one for each call. Repeat a call with the same key to pay once. */
  idempotencyKey?: string;
}

export interface WaitOptions {
  signal?: AbortSignal;
  /**
   * Default: until the video is four and a half minutes old, by the service's clock, and at most as long. The service ends a video, charged,
   * that a look finds unfinished five minutes after its start.
   */
  timeoutMs?: number;
  /** Between two looks. Default: 5 seconds. */
  intervalMs?: number;
  onStatus?: (status: VideoStatus) => void;
}

export interface GenmintClient {
  /** Every path of the API, typed by its OpenAPI description. */
  readonly api: Client<paths>;
  getMe(options?: Pick<CallOptions, "signal">): Promise<Account>;
  generateImage(request: ImageRequest, options?: CallOptions): Promise<GeneratedImage>;
  /** Starts a video. `waitForVideo` waits for it. */
  generateVideo(request: VideoRequest, options?: CallOptions): Promise<SubmittedVideo>;
  /** @throws GenmintError when the video fails, or is not ready in time: it goes on then. Wait again once it has had the time that it needs */
  waitForVideo(video: Pick<SubmittedVideo, "id" | "taskId">, options?: WaitOptions): Promise<CompletedVideo>;
  uploadImage(file: Blob, options?: Pick<CallOptions, "signal">): Promise<UploadedPicture>;
  /** @throws GenmintError for a refused request, for an `error` event, and for a stream that breaks off */
  streamChat(message: ChatMessage, options?: CallOptions): AsyncGenerator<ChatEvent, void, void>;
}

const DEFAULT_RETRIES = 3;
/** A look at an unfinished video after five minutes would end it. Without a look it goes on, and a later one gets it once it is finished. */
const VIDEO_TIMEOUT_MS = 4.5 * 60_000;
const VIDEO_ENDED_AFTER_MS = 5 * 60_000;
const VIDEO_INTERVAL_MS = 5_000;

/** A client of one service, with one API key. Every failure is a `GenmintError`; a call that is aborted throws its signal's reason. */
export function createGenmintClient(options: GenmintClientOptions): GenmintClient {
  const { baseUrl, apiKey, maxRetries = DEFAULT_RETRIES, fetch = (request) => globalThis.fetch(request) } = options;
  const api = createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
    fetch: retryingFetch({ maxRetries, fetch }),
  });
  return {
    api,
    getMe: (call) => dataOf(api.GET("/api/me", signalOf(call))),
    generateImage: (body, call) =>
      withKey(call, (options) => dataOf(api.POST("/api/image/generate", { body, ...options }))),
    generateVideo: (body, call) =>
      withKey(call, (options) => dataOf(api.POST("/api/video/generate", { body, ...options }))),
    waitForVideo: (video, wanted) => waitForVideo(api, video, wanted),
    uploadImage: (file, call) =>
      dataOf(
        api.POST("/api/upload/image", {
          // The description's type of a file is its text.
          body: { file: file as unknown as string },
          bodySerializer: () => formOf(file),
          ...signalOf(call),
        }),
      ),
    streamChat: (message, call) => streamChat(api, message, call),
  };
}

/** A file read from a disk often has no type, and the service refuses what is not called an image. It reads the format from the content. */
function formOf(file: Blob): FormData {
  const form = new FormData();
  const typed = file.type === "" ? new Blob([file], { type: "image/*" }) : file;
  form.set("file", typed, file instanceof File ? file.name : "picture");
  return form;
}

const signalOf = (options: { signal?: AbortSignal } = {}) => (options.signal ? { signal: options.signal } : {});

/** The options of a paid call, with a key of its own unless the caller has one. */
function paidOptions(call: CallOptions = {}) {
  const idempotencyKey = call.idempotencyKey ?? crypto.randomUUID();
  return { ...signalOf(call), params: { header: { "Idempotency-Key": idempotencyKey } } };
}

type PaidOptions = ReturnType<typeof paidOptions>;

async function withKey<Result>(
  call: CallOptions | undefined,
  send: (options: PaidOptions) => Promise<Result>,
): Promise<Result> {
  const options = paidOptions(call);
  try {
    return await send(options);
  } catch (error) {
    throw namingKey(error, options);
  }
}

/** The same error, which names the key of its call. */
function namingKey(error: unknown, { params }: PaidOptions): unknown {
  if (error instanceof GenmintError) error.idempotencyKey = params.header["Idempotency-Key"];
  return error;
}

interface FetchResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** @throws GenmintError for a refused request, and for a success that is not JSON, such as a proxy's page */
async function dataOf<Data>(call: Promise<FetchResult<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    throw cause instanceof SyntaxError ? new GenmintError("The response cannot be read", { cause }) : cause;
  });
  if (!response.ok || data === undefined) throw GenmintError.of(response, error);
  return data;
}

async function* streamChat(api: Client<paths>, body: ChatMessage, call?: CallOptions): AsyncGenerator<ChatEvent> {
  const options = paidOptions(call);
  try {
    yield* readChat(api, body, options);
  } catch (error) {
    throw namingKey(error, options);
  }
}

async function* readChat(api: Client<paths>, body: ChatMessage, options: PaidOptions): AsyncGenerator<ChatEvent> {
  const { data, error, response } = await api.POST("/api/chat/stream", { body, parseAs: "stream", ...options });
  if (!response.ok || !data) throw GenmintError.of(response, error);
  const text = data.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>);
  try {
    // A caller who stops reading cancels the stream.
    for await (const { data: json } of text.pipeThrough(new EventSourceParserStream())) {
      const event = JSON.parse(json) as ChatEvent;
      if (event.type === "error") throw new GenmintError(event.error, { body: event });
      yield event;
      if (event.type === "done") return;
    }
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw cause instanceof GenmintError ? cause : new GenmintError("The stream broke off", { cause });
  }
  throw new GenmintError("The stream broke off");
}

async function waitForVideo(
  api: Client<paths>,
  { id, taskId }: Pick<SubmittedVideo, "id" | "taskId">,
  { signal, timeoutMs, intervalMs = VIDEO_INTERVAL_MS, onStatus }: WaitOptions = {},
): Promise<CompletedVideo> {
  // Held by the catch below until the end: Node's `AbortSignal.any` alone would lose it at a garbage collection (nodejs/node#57736).
  let timeout = AbortSignal.timeout(timeoutMs ?? VIDEO_TIMEOUT_MS);
  let either = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const query = { taskId, historyId: id };
  let startedAt: number | undefined;
  try {
    for (;;) {
      const status = await dataOf(api.GET("/api/video/status", { params: { query }, signal: either }));
      onStatus?.(status);
      if (status.status === "completed") return status;
      if (status.status === "failed") throw new GenmintError(status.error, { body: status });
      startedAt = startOf(status) ?? startedAt;
      if (timeoutMs === undefined && startedAt !== undefined) {
        // The video may be older than this wait: its submission takes up to a minute, and a repeated one gets the first video.
        const leftMs = Math.floor(startedAt + VIDEO_TIMEOUT_MS - performance.now());
        if (leftMs < intervalMs) throw new GenmintError("The video is not ready yet");
        // A look that fails is repeated for up to a minute and a half, but not beyond that age.
        timeout = AbortSignal.timeout(leftMs);
        either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      }
      await wait(intervalMs, either);
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw timeout.aborted ? new GenmintError("The video is not ready yet", { cause }) : cause;
  }
}

/** When an unfinished video was started, on this machine's clock. Undefined for one that a look no longer ends: it is being stored. */
function startOf(status: VideoStatus): number | undefined {
  const ageMs = "elapsedSeconds" in status ? Number(status.elapsedSeconds) * 1_000 : Number.NaN;
  return ageMs < VIDEO_ENDED_AFTER_MS ? performance.now() - ageMs : undefined;
}
