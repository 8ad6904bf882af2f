import { AppError } from "@app/core/errors";
import { downloadName } from "@app/core/history/download-name";
import { extensionForContentType } from "@app/core/storage/content-types";
import type { UserContext } from "../context";
import { takeHits } from "../limits/take-hits";
import { RESULT_MAX_BYTES } from "./copy-result";
import { getGeneration } from "./get-generation";

export interface GenerationFile {
  body: ReadableStream<Uint8Array>;
  contentType: string;
  contentBytes: number | null;
  name: string;
}

const FALLBACK_EXTENSION = { image: "png", video: "mp4" } as const;
const UNNAMED_CONTENT_TYPE = "application/octet-stream";

/**
 * The file of one of the caller's images or videos, to be saved: browsers save only what comes from the page's own origin.
 * @throws AppError `not_found`, also while there is no file, `rate_limited`, or `upstream_failed`
 */
export async function openGenerationFile(ctx: UserContext, input: { id: string }): Promise<GenerationFile> {
  await takeHits(ctx, [{ limit: "file", subject: ctx.actor.id }]);
  const generation = await getGeneration(ctx, input);
  if (!generation.resultUrl) throw new AppError("not_found", "Generation not found");
  const kind = generation.type === "video" ? "video" : "image";
  try {
    const file = await ctx.clients.results.openResult(generation.resultUrl, RESULT_MAX_BYTES[kind]);
    // Passed on under our own origin, so only as what it should be: never as a page or a script.
    const extension = file.contentType.startsWith(`${kind}/`) ? extensionForContentType(file.contentType) : undefined;
    return {
      ...file,
      contentType: extension ? file.contentType : UNNAMED_CONTENT_TYPE,
      name: downloadName(generation, extension ?? FALLBACK_EXTENSION[kind]),
    };
  } catch (cause) {
    throw new AppError("upstream_failed", "The file could not be downloaded", { cause });
  }
}
