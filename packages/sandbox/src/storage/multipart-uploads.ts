import { randomBytes } from "node:crypto";
import { BoundedMap } from "../bounded";
import { checkKey, md5, storedHeaders, writePrecondition, xmlResponse } from "./object-requests";
import type { ObjectStore } from "./object-store";
import { crc32Base64, OBJECT_MAX_BYTES, readUpload, readXml } from "./read-upload";
import { partsXml, uploadCompletedXml, uploadCreatedXml } from "./s3-xml";
import { StorageError } from "./storage-error";

const PART_NUMBER_MAX = 10_000;
/** Smallest size of every part except the last. */
export const PART_MIN_BYTES = 5 * 1024 * 1024;
export const OPEN_UPLOADS_MAX = 100;
/** Largest total size of the parts of all open uploads, which are kept in memory. */
export const OPEN_BYTES_MAX = 2 * OBJECT_MAX_BYTES;

const UPLOAD_ID_BYTES = 16;

interface Part {
  body: Uint8Array;
  etag: string;
  storedAt: Date;
}

interface Upload {
  key: string;
  headers: Record<string, string>;
  parts: Map<number, Part>;
}

/** A signed request about one object. */
export interface ObjectRequest {
  request: Request;
  query: URLSearchParams;
  bucket: string;
  key: string;
  payloadHash: string;
  now: Date;
}

/**
 * Multipart uploads. Open ones do not survive a restart. The oldest are aborted to make room for new ones, as a bucket's lifecycle
 * rule for abandoned uploads would do.
 */
export class MultipartUploads {
  readonly #uploads = new BoundedMap<string, Upload>(OPEN_UPLOADS_MAX);
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  create({ request, bucket, key }: ObjectRequest): Response {
    checkKey(key);
    const uploadId = randomBytes(UPLOAD_ID_BYTES).toString("hex");
    this.#uploads.set(uploadId, { key, headers: storedHeaders(request), parts: new Map() });
    return xmlResponse(uploadCreatedXml({ bucket, key, uploadId }));
  }

  async putPart({ request, query, key, payloadHash, now }: ObjectRequest): Promise<Response> {
    const number = Number(query.get("partNumber"));
    if (!Number.isInteger(number) || number < 1 || number > PART_NUMBER_MAX) {
      throw new StorageError("InvalidArgument", `The part number must be between 1 and ${PART_NUMBER_MAX}`);
    }
    this.#find(query, key);
    const body = await readUpload(request, payloadHash);
    // The upload may have been aborted while the part was being received.
    const upload = this.#find(query, key);
    const { parts } = upload;
    parts.delete(number);
    if (bytesOf(upload) + body.byteLength > OBJECT_MAX_BYTES) throw new StorageError("EntityTooLarge");
    this.#makeRoom(upload, body.byteLength);
    const etag = `"${md5(body).toString("hex")}"`;
    parts.set(number, { body, etag, storedAt: now });
    return new Response(null, { status: 200, headers: { etag, "x-amz-checksum-crc32": crc32Base64(body) } });
  }

  list({ query, bucket, key }: ObjectRequest): Response {
    const { parts } = this.#find(query, key);
    const listed = [...parts]
      .map(([number, { body, etag, storedAt }]) => ({ number, etag, storedAt, size: body.byteLength }))
      .sort((a, b) => a.number - b.number);
    return xmlResponse(partsXml({ bucket, key, uploadId: query.get("uploadId") ?? "" }, listed));
  }

  async complete({ request, query, bucket, key, payloadHash, now }: ObjectRequest): Promise<Response> {
    const entries = (await readXml(request, payloadHash)).all("Part");
    const upload = this.#find(query, key);
    const named = entries.map((entry) => ({ number: Number(entry.text("PartNumber")), etag: entry.text("ETag") }));
    const parts = chooseParts(upload, named);
    const body = Buffer.concat(parts.map((part) => part.body));
    const digests = Buffer.concat(parts.map((part) => md5(part.body)));
    const etag = `"${md5(digests).toString("hex")}-${parts.length}"`;
    const object = { key, body, etag, crc32: crc32Base64(body), storedAt: now, headers: upload.headers };
    await this.#store.put(object, writePrecondition(request));
    this.#uploads.delete(query.get("uploadId") ?? "");
    const { origin, pathname } = new URL(request.url);
    return xmlResponse(uploadCompletedXml({ bucket, key, etag, location: `${origin}${pathname}` }));
  }

  abort({ query, key }: ObjectRequest): Response {
    this.#find(query, key);
    this.#uploads.delete(query.get("uploadId") ?? "");
    return new Response(null, { status: 204 });
  }

  #find(query: URLSearchParams, key: string): Upload {
    const upload = this.#uploads.get(query.get("uploadId") ?? "");
    if (upload?.key !== key) throw new StorageError("NoSuchUpload", "The upload does not exist");
    return upload;
  }

  /** Aborts the oldest other uploads until `bytes` more fit. One upload alone never exceeds the limit. */
  #makeRoom(upload: Upload, bytes: number): void {
    let total = [...this.#uploads.values()].reduce((sum, open) => sum + bytesOf(open), bytes);
    for (const [id, open] of this.#uploads) {
      if (total <= OPEN_BYTES_MAX) return;
      if (open === upload) continue;
      total -= bytesOf(open);
      this.#uploads.delete(id);
    }
  }
}

function bytesOf({ parts }: Upload): number {
  return [...parts.values()].reduce((sum, { body }) => sum + body.byteLength, 0);
}

/** The uploaded parts that a completion lists, in order. */
function chooseParts(upload: Upload, named: readonly { number: number; etag: string | undefined }[]): Part[] {
  if (named.length === 0) throw new StorageError("MalformedXML", "The list names no parts");
  const parts = named.map(({ number, etag }, index) => {
    if (index > 0 && number <= (named[index - 1]?.number ?? 0)) throw new StorageError("InvalidPartOrder");
    const part = upload.parts.get(number);
    if (!part || (etag !== undefined && etag.replaceAll('"', "") !== part.etag.replaceAll('"', ""))) {
      throw new StorageError("InvalidPart", `Part ${number} was not uploaded, or its ETag is another`);
    }
    return part;
  });
  if (parts.slice(0, -1).some(({ body }) => body.byteLength < PART_MIN_BYTES)) {
    throw new StorageError("EntityTooSmall", "Every part but the last must have at least 5 MB");
  }
  return parts;
}
