import { createHash } from "node:crypto";
import { rangeResponse } from "../byte-range";
import type { ObjectDescription, ObjectStore, StoredObject, WritePrecondition } from "./object-store";
import { contentEncodings, crc32Base64, readUpload, readXml } from "./read-upload";
import { copyXml, deleteXml, listXml } from "./s3-xml";
import { decodePath } from "./signature";
import { StorageError } from "./storage-error";

export const KEY_MAX_BYTES = 1_024;

const STORED_HEADERS = ["content-type", "cache-control", "content-disposition", "content-language", "expires"] as const;
const USER_METADATA_PREFIX = "x-amz-meta-";
const DEFAULT_CONTENT_TYPE = "binary/octet-stream";

export async function putObject(
  request: Request,
  key: string,
  payloadHash: string,
  store: ObjectStore,
  now: Date,
): Promise<Response> {
  checkKey(key);
  const body = await readUpload(request, payloadHash);
  const object = describeObject(key, body, storedHeaders(request), now);
  await store.put(object, writePrecondition(request));
  return new Response(null, { status: 200, headers: { etag: object.etag, "x-amz-checksum-crc32": object.crc32 } });
}

/** An object with its checksums, as the store keeps it. */
export function describeObject(
  key: string,
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
  storedAt: Date,
): StoredObject {
  return { key, body, etag: `"${md5(body).toString("hex")}"`, crc32: crc32Base64(body), storedAt, headers };
}

/** `CopyObject` within the bucket. The copy has the source's headers unless the request replaces them. */
export async function copyObject(
  request: Request,
  key: string,
  bucket: string,
  store: ObjectStore,
  now: Date,
): Promise<Response> {
  checkKey(key);
  const sourceKey = copySource(request, bucket);
  const replacesHeaders = request.headers.get("x-amz-metadata-directive") === "REPLACE";
  if (sourceKey === key && !replacesHeaders) {
    throw new StorageError("InvalidRequest", "An object is copied onto itself without a change");
  }
  const source = await store.get(sourceKey);
  if (!source) throw new StorageError("NoSuchKey", "The source does not exist");
  const { headers } = request;
  checkEtag(source, headers.get("x-amz-copy-source-if-match"), headers.get("x-amz-copy-source-if-none-match"));
  const copy = { ...source, key, storedAt: now, headers: replacesHeaders ? storedHeaders(request) : source.headers };
  await store.put(copy, writePrecondition(request));
  return xmlResponse(copyXml(copy));
}

/** The key of a copy's source: `/bucket/key` in percent-encoding, with or without the first slash. */
function copySource(request: Request, bucket: string): string {
  const [path = "", version] = (request.headers.get("x-amz-copy-source") ?? "").split("?");
  if (version !== undefined) throw new StorageError("NotImplemented", "There are no versions");
  const [sourceBucket, ...keyParts] = decodePath(path.replace(/^\//, ""));
  if (sourceBucket !== bucket) throw new StorageError("NoSuchBucket", "The source's bucket does not exist");
  return keyParts.join("/");
}

/** For GET and HEAD; the framework drops the body of a HEAD. */
export async function getObject(request: Request, key: string, store: ObjectStore): Promise<Response> {
  const object = await store.get(key);
  if (!object) throw new StorageError("NoSuchKey", "The key does not exist");
  const headers = new Headers({ ...object.headers, etag: object.etag, "last-modified": object.storedAt.toUTCString() });
  const range = request.headers.get("range");
  if (range === null && request.headers.get("x-amz-checksum-mode") === "ENABLED") {
    headers.set("x-amz-checksum-crc32", object.crc32);
  }
  checkEtag(object, request.headers.get("if-match"), null);
  if (matchesEtag(request.headers.get("if-none-match"), object)) return new Response(null, { status: 304, headers });
  const response = rangeResponse(object.body, range, headers);
  if (response.status === 416) throw new StorageError("InvalidRange", "The range cannot be satisfied");
  return response;
}

export async function deleteObject(key: string, store: ObjectStore): Promise<Response> {
  await store.delete(key);
  return new Response(null, { status: 204 });
}

/** The conditions of a write: `If-None-Match: *` only creates, `If-Match` only replaces the object with this ETag. */
export function writePrecondition(request: Request): WritePrecondition {
  const ifMatch = request.headers.get("if-match");
  const ifNoneMatch = request.headers.get("if-none-match");
  if (ifNoneMatch !== null && ifNoneMatch !== "*") {
    throw new StorageError("NotImplemented", "If-None-Match of a write can only be *");
  }
  return (existing) => {
    if (ifMatch !== null && !existing) throw new StorageError("NoSuchKey", "The key does not exist");
    if (existing) checkEtag(existing, ifMatch, ifNoneMatch);
  };
}

function checkEtag(object: ObjectDescription, ifMatch: string | null, ifNoneMatch: string | null): void {
  if ((ifMatch !== null && !matchesEtag(ifMatch, object)) || matchesEtag(ifNoneMatch, object)) {
    throw new StorageError("PreconditionFailed", "At least one of the conditions did not hold");
  }
}

/** Whether a list of entity tags, or `*`, matches this object. Quotes may be missing. */
function matchesEtag(header: string | null, { etag }: ObjectDescription): boolean {
  if (header === null) return false;
  const tags = header.split(",").map((tag) => tag.trim().replace(/^W\//, "").replaceAll('"', ""));
  return tags.includes("*") || tags.includes(etag.replaceAll('"', ""));
}

export function checkKey(key: string): void {
  if (Buffer.byteLength(key) > KEY_MAX_BYTES) throw new StorageError("InvalidArgument", "The key is too long");
}

export function md5(bytes: Uint8Array): Buffer {
  return createHash("md5").update(bytes).digest();
}

export function storedHeaders(request: Request): Record<string, string> {
  const stored: Record<string, string> = { "content-type": DEFAULT_CONTENT_TYPE };
  for (const [name, value] of request.headers) {
    if (STORED_HEADERS.some((header) => header === name) || name.startsWith(USER_METADATA_PREFIX)) stored[name] = value;
  }
  const encodings = contentEncodings(request).filter((encoding) => encoding !== "aws-chunked");
  if (encodings.length > 0) stored["content-encoding"] = encodings.join(", ");
  return stored;
}

const LIST_KEYS_MAX = 1_000;
const DELETE_KEYS_MAX = 1_000;

/** `ListObjectsV2` with prefix, max-keys, start-after and continuation. The token is the last key of the previous page. */
export async function listObjects(request: Request, bucket: string, store: ObjectStore): Promise<Response> {
  const query = new URL(request.url).searchParams;
  if (query.get("delimiter")) throw new StorageError("NotImplemented", "Lists by delimiter are not supported");
  const prefix = query.get("prefix") ?? "";
  const after = decodeToken(query.get("continuation-token")) ?? query.get("start-after") ?? "";
  const requested = Number.parseInt(query.get("max-keys") ?? "", 10);
  const keysMax = Number.isNaN(requested) ? LIST_KEYS_MAX : Math.min(Math.max(requested, 1), LIST_KEYS_MAX);

  const matching = (await store.list(prefix)).filter(({ key }) => key > after).sort((a, b) => (a.key < b.key ? -1 : 1));
  const objects = matching.slice(0, keysMax);
  const last = matching.length > keysMax ? objects.at(-1) : undefined;
  const nextToken = last ? Buffer.from(last.key).toString("base64url") : null;
  return xmlResponse(listXml({ bucket, prefix, keysMax, objects, nextToken }));
}

/** `DeleteObjects`. A missing key counts as deleted. */
export async function deleteObjects(request: Request, payloadHash: string, store: ObjectStore): Promise<Response> {
  const body = await readXml(request, payloadHash);
  const entries = body.all("Object");
  if (entries.length === 0 || entries.length > DELETE_KEYS_MAX) {
    throw new StorageError("MalformedXML", `The list must have 1 to ${DELETE_KEYS_MAX} keys`);
  }
  const keys = entries.map((entry) => {
    const key = entry.text("Key");
    if (!key) throw new StorageError("MalformedXML", "An object without its key");
    if (entry.text("VersionId")) throw new StorageError("NotImplemented", "There are no versions");
    return key;
  });
  for (const key of keys) await store.delete(key);
  return xmlResponse(deleteXml(body.text("Quiet") === "true" ? [] : keys));
}

function decodeToken(token: string | null): string | null {
  return token === null ? null : Buffer.from(token, "base64url").toString("utf8");
}

export function xmlResponse(xml: string, status = 200): Response {
  return new Response(xml, { status, headers: { "content-type": "application/xml" } });
}
