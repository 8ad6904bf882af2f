import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { StorageError } from "./storage-error";

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
 * Compares the body with every checksum that came with it, in front of it or behind it.
 * @throws StorageError `BadDigest`
 */
export function checkChecksums(body: Uint8Array, headers: Headers, trailers: ReadonlyMap<string, string>): void {
  for (const [header, compute] of CHECKSUMS) {
    const claimed = headers.get(header) ?? trailers.get(header);
    if (claimed && claimed !== compute(body)) throw new StorageError("BadDigest", `${header} does not match the body`);
  }
}
