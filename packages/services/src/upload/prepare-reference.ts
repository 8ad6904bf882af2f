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
import { convertImage, toDataUrl } from "./clean-image";
import { createSlots } from "./slots";

/** What storages answer for a file that is not there; S3 says 403 where the bucket may not be listed. */
const MISSING: ReadonlySet<number> = new Set([403, 404, 410]);

type Kind = "image" | "video";

/** Enough for a JPEG file's header to be found behind its metadata. */
const HEADER_MAX_BYTES = 256 * 1024;
/** Pictures in memory that are being converted, and requests that wait for it. */
const converting = createSlots({ running: 3, waiting: 100, runningPerUser: 1, waitingPerUser: 10 });

/**
 * A reference picture as the backend is given it, checked before it is charged: JPEG or PNG, within the ratio and the sides the models
 * take. Pictures that came in the request or are in our storage are looked at; of those only other formats are decoded, in the slots
 * of uploads. Others are left to the backend: fetching whatever address a user names is not worth its risk.
 * @throws AppError `bad_request` for a picture the backend would refuse, `upstream_failed` when our storage cannot be read,
 * `rate_limited`
 */
export async function prepareReference(ctx: UserContext, kind: Kind, imageUrl: string): Promise<string> {
  if (/^data:/i.test(imageUrl)) return prepareInline(ctx, kind, imageUrl);
  return isStored(ctx, imageUrl) ? prepareStored(ctx, kind, imageUrl) : imageUrl;
}

async function prepareInline(ctx: UserContext, kind: Kind, dataUrl: string): Promise<string> {
  const base64 = dataUrl.slice(dataUrl.indexOf(",") + 1);
  const bytes = Buffer.from(base64, "base64");
  const header = readPictureHeader(bytes);
  if (!header) return converting(ctx.actor.id, () => convert(ctx, kind, bytes));
  if (!header.size) throw new AppError("bad_request", REFERENCE_ERROR_MESSAGES.unreadable);
  refuseProblem(kind, header.size);
  // The backend goes by what the address says, in lower case.
  const prefix = `data:${header.contentType};base64,`;
  return dataUrl.startsWith(prefix) ? dataUrl : prefix + base64;
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
  else ctx.log.info({ url }, "the size of a stored reference picture could not be read, it is left to the backend");
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

/** A file that is not there is the caller's mistake, a storage that fails is not. */
async function load<T>(ctx: UserContext, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof PublicError && "status" in cause && MISSING.has(Number(cause.status)))
      throw new AppError("bad_request", REFERENCE_ERROR_MESSAGES.missing, { cause });
    ctx.log.warn({ err: cause }, "a stored reference picture could not be loaded");
    throw new AppError("upstream_failed", REFERENCE_ERROR_MESSAGES.notLoaded, { cause });
  }
}
