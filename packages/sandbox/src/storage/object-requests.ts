import { createHash } from "node:crypto";
import { rangeResponse } from "../byte-range";
import { crc32Base64 } from "./checksum";
import type { ObjectStore } from "./object-store";
import { contentEncodings, readUpload } from "./read-upload";
import { StorageError } from "./storage-error";

export const KEY_MAX_BYTES = 1_024;

const KEPT_HEADERS = ["content-type", "cache-control", "content-disposition", "content-language", "expires"] as const;
const USER_METADATA_PREFIX = "x-amz-meta-";
const DEFAULT_CONTENT_TYPE = "binary/octet-stream";

export async function putObject(
  request: Request,
  key: string,
  payloadHash: string,
  store: ObjectStore,
  now: Date,
): Promise<Response> {
  if (Buffer.byteLength(key) > KEY_MAX_BYTES) throw new StorageError("InvalidArgument", "The key is too long");
  if (request.headers.has("x-amz-copy-source")) throw new StorageError("NotImplemented", "Copying is not supported");
  const body = await readUpload(request, payloadHash);
  const etag = `"${createHash("md5").update(body).digest("hex")}"`;
  const crc32 = crc32Base64(body);
  await store.put({ key, body, etag, crc32, storedAt: now, headers: keptHeaders(request) });
  return new Response(null, { status: 200, headers: { etag, "x-amz-checksum-crc32": crc32 } });
}

/** GET and HEAD alike; the framework drops the body of a HEAD. */
export async function getObject(request: Request, key: string, store: ObjectStore): Promise<Response> {
  const object = await store.get(key);
  if (!object) throw new StorageError("NoSuchKey", "The key does not exist");
  const headers = new Headers({ ...object.headers, etag: object.etag, "last-modified": object.storedAt.toUTCString() });
  const range = request.headers.get("range");
  if (range === null && request.headers.get("x-amz-checksum-mode") === "ENABLED") {
    headers.set("x-amz-checksum-crc32", object.crc32);
  }
  if (request.headers.get("if-none-match") === object.etag) return new Response(null, { status: 304, headers });
  const response = rangeResponse(object.body, range, headers);
  if (response.status === 416) throw new StorageError("InvalidRange", "The range cannot be satisfied");
  return response;
}

export async function deleteObject(key: string, store: ObjectStore): Promise<Response> {
  await store.delete(key);
  return new Response(null, { status: 204 });
}

function keptHeaders(request: Request): Record<string, string> {
  const kept: Record<string, string> = { "content-type": DEFAULT_CONTENT_TYPE };
  for (const [name, value] of request.headers) {
    if (KEPT_HEADERS.some((header) => header === name) || name.startsWith(USER_METADATA_PREFIX)) kept[name] = value;
  }
  const encodings = contentEncodings(request).filter((encoding) => encoding !== "aws-chunked");
  if (encodings.length > 0) kept["content-encoding"] = encodings.join(", ");
  return kept;
}
