import { AppError, PublicError } from "@app/core/errors";
import {
  type PictureSize,
  REFERENCE_ERROR_MESSAGES,
  REFERENCE_MAX_BYTES,
  referenceProblem,
  referenceProblemMessage,
} from "@app/core/generation/generation-limits";
import { readPictureHeader } from "@app/core/generation/picture-header";
import type { UserContext } from "../context";
import { createSlots } from "../platform/slots";
import { convertImage, toDataUrl } from "./clean-image";

/** The statuses of storages for a missing file. S3 responds 403 when the bucket may not be listed. */
const MISSING: ReadonlySet<number> = new Set([403, 404, 410]);

type Kind = "image" | "video";

/** Enough to find the header of a JPEG file behind its metadata. */
const HEADER_MAX_BYTES = 256 * 1024;
/** Images that are converted in memory, and requests that wait for a slot. */
const converting = createSlots({ running: 3, waiting: 100, runningPerUser: 1, waitingPerUser: 10 });

/**
 * Checks a reference image before the charge and returns it as it is sent to the backend: JPEG or PNG, within the sizes and ratios that
 * the models accept. Inline images and images in our storage are checked and, if they have another format, converted. Other addresses are
 * passed on unchecked: fetching any address a user enters is not worth the risk.
 * @throws AppError `bad_request` for an image the backend would refuse, `upstream_failed` when our storage cannot be read,
 *   `rate_limited`
 */
export async function prepareReference(ctx: UserContext, kind: Kind, imageUrl: string): Promise<string> {
  if (/^data:/i.test(imageUrl)) return prepareInline(ctx, kind, imageUrl);
  return isStored(ctx, imageUrl) ? prepareStored(ctx, kind, imageUrl) : imageUrl;
}

async function prepareInline(ctx: UserContext, kind: Kind, dataUrl: string): Promise<string> {
  const base64 = dataUrl.slice(dataUrl.indexOf(",") + 1);
  const bytes = Buffer.from(base64, "base64");
  // The limit of the text leaves room for its longest header, which may be shorter.
  if (bytes.byteLength > REFERENCE_MAX_BYTES) throw new AppError("bad_request", REFERENCE_ERROR_MESSAGES.tooManyBytes);
  const header = readPictureHeader(bytes);
  if (!header) return converting(ctx.actor.id, () => convert(ctx, kind, bytes));
  if (!header.size) throw new AppError("bad_request", REFERENCE_ERROR_MESSAGES.unreadable);
  refuseProblem(kind, header.size);
  // The backend reads the media type in lower case from the data URL.
  const prefix = `data:${header.contentType};base64,`;
  // Some clients leave out the padding, and many decoders refuse a text without it.
  return prefix + (base64.length % 4 === 0 ? base64 : bytes.toString("base64"));
}

async function prepareStored(ctx: UserContext, kind: Kind, url: string): Promise<string> {
  const { bytes, contentBytes } = await load(ctx, () => ctx.clients.results.fetchStart(url, HEADER_MAX_BYTES));
  if (contentBytes !== null && contentBytes > REFERENCE_MAX_BYTES)
    throw new AppError("bad_request", REFERENCE_ERROR_MESSAGES.tooManyBytes);
  const header = readPictureHeader(bytes);
  if (!header) {
    return converting(ctx.actor.id, async () => {
      const { body } = await load(ctx, () => ctx.clients.results.fetchResult(url, REFERENCE_MAX_BYTES));
      return convert(ctx, kind, body);
    });
  }
  if (header.size) refuseProblem(kind, header.size);
  else ctx.log.info({ url }, "the size of a stored reference image could not be read, the backend checks it");
  return url;
}

async function convert(ctx: UserContext, kind: Kind, bytes: Uint8Array): Promise<string> {
  const image = await convertImage(ctx, bytes, REFERENCE_MAX_BYTES);
  refuseProblem(kind, image);
  return toDataUrl(image.bytes, image.contentType);
}

function refuseProblem(kind: Kind, size: PictureSize): void {
  const problem = referenceProblem(kind, size);
  if (problem) throw new AppError("bad_request", referenceProblemMessage(kind, problem));
}

function isStored({ config }: UserContext, imageUrl: string): boolean {
  if (config.storagePublicUrl === null) return false;
  return new URL(imageUrl).href.startsWith(new URL(`${config.storagePublicUrl}/`).href);
}

/** A missing file is the client's mistake, a failing storage is not. */
async function load<T>(ctx: UserContext, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof PublicError && "status" in cause && MISSING.has(Number(cause.status)))
      throw new AppError("bad_request", REFERENCE_ERROR_MESSAGES.missing, { cause });
    ctx.log.warn({ err: cause }, "a stored reference image could not be loaded");
    throw new AppError("upstream_failed", REFERENCE_ERROR_MESSAGES.notLoaded, { cause });
  }
}
