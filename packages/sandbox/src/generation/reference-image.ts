import sharp from "sharp";
import { readBytes } from "../bounded";
import { invalidParameter } from "./backend-error";

export const REFERENCE_MAX_BYTES = 10 * 1024 * 1024;

/** Downloads an http(s) URL. Rejects if that fails. */
export type FetchReference = (url: string) => Promise<Uint8Array>;

/** A reference image with its format, detected from the bytes, and its size after rotation. */
export interface ReferenceImage {
  bytes: Uint8Array;
  format: string;
  width: number;
  height: number;
}

/**
 * Loads a reference image from an http(s) URL or a data URL.
 * @throws BackendError `InvalidParameter` if it cannot be loaded or is not a raster image
 */
export async function loadReference(address: string, fetchReference: FetchReference): Promise<ReferenceImage> {
  const bytes = address.startsWith("data:") ? decodeDataUrl(address) : await downloadReference(address, fetchReference);
  if (bytes.byteLength > REFERENCE_MAX_BYTES) throw invalidParameter("The image is larger than 10 MB");
  const metadata = await sharp(bytes)
    .metadata()
    .catch(() => null);
  if (!metadata || metadata.format === "svg") throw invalidParameter("The image could not be decoded");
  const format = metadata.compression === "av1" ? "avif" : metadata.format;
  return { bytes, format, ...metadata.autoOrient };
}

function decodeDataUrl(address: string): Uint8Array {
  const match = /^data:image\/[a-z0-9.+-]+;base64,([A-Za-z0-9+/=]+)$/i.exec(address);
  if (!match?.[1]) throw invalidParameter("The image is not a base64 data URL");
  return Buffer.from(match[1], "base64");
}

async function downloadReference(address: string, fetchReference: FetchReference): Promise<Uint8Array> {
  if (!/^https?:\/\//i.test(address)) throw invalidParameter("The image must be an http(s) address or a data URL");
  try {
    return await fetchReference(address);
  } catch {
    throw invalidParameter("The image could not be downloaded");
  }
}

const REFERENCE_TIMEOUT_MS = 15_000;

/** Downloads a reference image over the network. */
export const fetchReferenceOverHttp: FetchReference = async (url) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(REFERENCE_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The reference's server responded with ${response.status}`);
  const bytes = await readBytes(response, REFERENCE_MAX_BYTES);
  if (bytes === null) throw new Error("The reference is too large");
  return bytes;
};
