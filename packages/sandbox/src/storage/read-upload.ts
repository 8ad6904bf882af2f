import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { readBytes } from "../bounded";
import { parseXml, type XmlDocument } from "./s3-xml";
import { sha256Hex } from "./signature";
import { StorageError } from "./storage-error";

export const OBJECT_MAX_BYTES = 128 * 1024 * 1024;
/** Enough for a list of 1,000 keys to delete, or of 10,000 parts, with every character escaped. */
const XML_MAX_BYTES = 8 * 1024 * 1024;

const UNSIGNED_TRAILER = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
const HEX_SHA256 = /^[0-9a-f]{64}$/;

/**
 * Reads the bytes of an upload, with or without chunked framing, and checks all digests that came with them.
 * @param payloadHash the signed `x-amz-content-sha256`
 */
export async function readUpload(
  request: Request,
  payloadHash: string,
  bytesMax = OBJECT_MAX_BYTES,
): Promise<Uint8Array> {
  const raw = await readBytes(request, bytesMax);
  if (raw === null) throw new StorageError("EntityTooLarge");
  if (payloadHash.startsWith("STREAMING-") && payloadHash !== UNSIGNED_TRAILER) {
    throw new StorageError("NotImplemented", "Chunks with signatures of their own are not supported");
  }
  if (HEX_SHA256.test(payloadHash) && sha256Hex(raw) !== payloadHash)
    throw new StorageError("XAmzContentSHA256Mismatch");

  const { body, trailers } =
    payloadHash === UNSIGNED_TRAILER ? decodeAwsChunked(raw) : { body: raw, trailers: new Map<string, string>() };
  const decodedLength = request.headers.get("x-amz-decoded-content-length");
  if (decodedLength !== null && Number(decodedLength) !== body.byteLength) throw new StorageError("IncompleteBody");
  checkChecksums(body, request.headers, trailers);
  return body;
}

/** Reads a request body in XML. */
export async function readXml(request: Request, payloadHash: string): Promise<XmlDocument> {
  return parseXml(Buffer.from(await readUpload(request, payloadHash, XML_MAX_BYTES)).toString("utf8"));
}

/** The body's encodings, in order. `aws-chunked` is only a framing for the transfer and is not stored. */
export function contentEncodings(request: Request): string[] {
  const header = request.headers.get("content-encoding") ?? "";
  return header
    .split(",")
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== "");
}

export interface DecodedBody {
  body: Buffer;
  /** Trailing headers, such as `x-amz-checksum-crc32`, by lower-case name. */
  trailers: ReadonlyMap<string, string>;
}

const CRLF = "\r\n";
const CHUNK_SIZE = /^[0-9a-f]{1,8}(;.*)?$/i;

/**
 * Removes the `aws-chunked` framing of a body: `<size in hex>\r\n<bytes>\r\n … 0\r\n<trailers>\r\n`.
 * @throws StorageError `IncompleteBody` if the framing is invalid
 */
export function decodeAwsChunked(framed: Buffer): DecodedBody {
  const parts: Buffer[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = framed.indexOf(CRLF, position);
    const line = lineEnd < 0 ? "" : framed.toString("latin1", position, lineEnd);
    if (!CHUNK_SIZE.test(line)) throw new StorageError("IncompleteBody", "A chunk without its size");
    const size = Number.parseInt(line, 16);
    const start = lineEnd + CRLF.length;
    if (size === 0) return { body: Buffer.concat(parts), trailers: readTrailers(framed.toString("latin1", start)) };
    const end = start + size;
    if (framed.toString("latin1", end, end + CRLF.length) !== CRLF) {
      throw new StorageError("IncompleteBody", "A chunk is shorter than it says");
    }
    parts.push(framed.subarray(start, end));
    position = end + CRLF.length;
  }
}

function readTrailers(text: string): Map<string, string> {
  const trailers = new Map<string, string>();
  for (const line of text.split(CRLF)) {
    const colon = line.indexOf(":");
    if (colon > 0) trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return trailers;
}

const CRC_BYTES = 4;

/** CRC-32 as S3 writes it: four bytes, big-endian, in base64. */
export function crc32Base64(body: Uint8Array): string {
  const bytes = Buffer.alloc(CRC_BYTES);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString("base64");
}

const CHECKSUMS: readonly (readonly [header: string, compute: (body: Uint8Array) => string])[] = [
  ["x-amz-checksum-crc32", crc32Base64],
  ["x-amz-checksum-sha1", (body) => createHash("sha1").update(body).digest("base64")],
  ["x-amz-checksum-sha256", (body) => createHash("sha256").update(body).digest("base64")],
  ["content-md5", (body) => createHash("md5").update(body).digest("base64")],
];

/**
 * Compares the body with every checksum in the headers and trailers.
 * @throws StorageError `BadDigest`
 */
export function checkChecksums(body: Uint8Array, headers: Headers, trailers: ReadonlyMap<string, string>): void {
  for (const [header, compute] of CHECKSUMS) {
    const claimed = headers.get(header) ?? trailers.get(header);
    if (claimed && claimed !== compute(body)) throw new StorageError("BadDigest", `${header} does not match the body`);
  }
}
