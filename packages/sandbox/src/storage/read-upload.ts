import { readBytes } from "../bounded-body";
import { decodeAwsChunked } from "./aws-chunked";
import { sha256Hex } from "./canonical-request";
import { checkChecksums } from "./checksum";
import { parseXml, type XmlDocument } from "./s3-xml";
import { StorageError } from "./storage-error";

export const OBJECT_MAX_BYTES = 128 * 1024 * 1024;
/** A list of 1,000 keys to delete, or of 10,000 parts, with every character escaped. */
const XML_MAX_BYTES = 8 * 1024 * 1024;

const UNSIGNED_TRAILER = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
const HEX_SHA256 = /^[0-9a-f]{64}$/;

/**
 * The bytes of an upload, whichever way they are framed, after every digest that came with them has been checked.
 * @param payloadHash the `x-amz-content-sha256` that was signed
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

/** The body of a request that is a list in XML. */
export async function readXml(request: Request, payloadHash: string): Promise<XmlDocument> {
  return parseXml(Buffer.from(await readUpload(request, payloadHash, XML_MAX_BYTES)).toString("utf8"));
}

/** The encodings of the body, in order. `aws-chunked` is a framing for the way and not kept with the object. */
export function contentEncodings(request: Request): string[] {
  const header = request.headers.get("content-encoding") ?? "";
  return header
    .split(",")
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== "");
}
