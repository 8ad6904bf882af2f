import { AppError } from "@app/core/errors";
import { downloadName, extensionForContentType } from "@app/core/storage/file-names";
import type { ServiceContext, UserContext } from "../context";
import { consumeRateLimits } from "../platform/rate-limits";
import { RESULT_MAX_BYTES } from "./copy-result";
import { getGeneration } from "./generations";

export interface GenerationFile {
  body: ReadableStream<Uint8Array>;
  contentType: string;
  contentBytes: number | null;
  /** The Content-Range of a part; absent for the whole file. */
  contentRange?: string;
  name: string;
}

/** Downloads of one reader at the same time in this process: each holds a connection to the storage. */
const OPEN_FILES_MAX = 20;
const RETRY_AFTER_SECONDS = 10;
const openFiles = new Map<string, number>();

const FALLBACK_EXTENSION = { image: "png", video: "mp4" } as const;
const UNNAMED_CONTENT_TYPE = "application/octet-stream";

/**
 * Opens the file of one of the user's images or videos for download. It is sent from our origin, because browsers ignore the `download`
 * attribute for other origins.
 * @throws AppError `not_found`, also while there is no file, `rate_limited`, or `upstream_failed`
 */
export async function openGenerationFile(ctx: UserContext, input: { id: string }): Promise<GenerationFile> {
  await consumeRateLimits(ctx, [{ limit: "file", subject: ctx.actor.id }]);
  const { resultUrl, ...generation } = await getGeneration(ctx, input);
  if (!resultUrl) throw new AppError("not_found", "Generation not found");
  return openResultFile(ctx, { ...generation, resultUrl }, { reader: ctx.actor.id });
}

interface FinishedWork {
  type: string;
  prompt: string;
  resultUrl: string;
  createdAt: Date;
}

/** One part of a file, as players of videos ask for it. */
const ONE_RANGE = /^bytes=\d{0,15}-\d{0,15}$/;

/**
 * Opens the file of a work that the caller may see.
 * @param reader who reads it: the user, or the network address of a visitor
 * @param range a Range header; ignored unless it names one part
 * @throws AppError `rate_limited` or `upstream_failed`
 */
export async function openResultFile(
  ctx: ServiceContext,
  work: FinishedWork,
  { reader, range }: { reader: string; range?: string | undefined },
): Promise<GenerationFile> {
  const kind = work.type === "video" ? "video" : "image";
  const close = countOpenFile(ctx, reader);
  try {
    const file = await ctx.clients.results.openResult(
      work.resultUrl,
      RESULT_MAX_BYTES[kind],
      ONE_RANGE.test(range ?? "") ? range : undefined,
    );
    // Sent from our origin, so it must never have the type of a page or a script.
    const extension = file.contentType.startsWith(`${kind}/`) ? extensionForContentType(file.contentType) : undefined;
    return {
      ...file,
      body: withEnd(file.body, close),
      contentType: extension ? file.contentType : UNNAMED_CONTENT_TYPE,
      name: downloadName(work, extension ?? FALLBACK_EXTENSION[kind]),
    };
  } catch (cause) {
    close();
    throw new AppError("upstream_failed", "The file could not be downloaded", { cause });
  }
}

/** Counts an open download. @returns the function that counts it as closed; calling it again does nothing */
function countOpenFile({ config }: ServiceContext, reader: string): () => void {
  const open = openFiles.get(reader) ?? 0;
  if (config.limits && open >= OPEN_FILES_MAX)
    throw new AppError("rate_limited", "Too many downloads at once", { retryAfterSeconds: RETRY_AFTER_SECONDS });
  openFiles.set(reader, open + 1);
  let isOpen = true;
  return () => {
    if (!isOpen) return;
    isOpen = false;
    const left = (openFiles.get(reader) ?? 0) - 1;
    if (left > 0) openFiles.set(reader, left);
    else openFiles.delete(reader);
  };
}

/** The same stream, which calls `end` when it has been read to its end, has failed or was cancelled. */
function withEnd(body: ReadableStream<Uint8Array>, end: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          end();
          controller.close();
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      cancel(reason) {
        end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
