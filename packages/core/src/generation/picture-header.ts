import type { PictureSize } from "./generation-limits";

/** What the first bytes of a JPEG or PNG file say. */
export interface PictureHeader {
  contentType: "image/jpeg" | "image/png";
  /** Before any rotation that metadata asks for; null where these bytes do not say. */
  size: PictureSize | null;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
/** Where the first chunk of a PNG file, IHDR, has its name and the two sides. */
const IHDR_AT = 12;
const IHDR = 0x49484452;
const PNG_WIDTH_AT = 16;
const PNG_HEIGHT_AT = 20;
const PNG_HEADER_BYTES = 24;

const JPEG_SIGNATURE = [0xff, 0xd8, 0xff] as const;
const JPEG_FIRST_SEGMENT_AT = 2;
/** Segments that begin a frame and hold its sides: all of these but tables (C4, C8, CC). */
const JPEG_FRAME_FIRST = 0xc0;
const JPEG_FRAME_LAST = 0xcf;
const JPEG_NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
/** From here on there are pixels. */
const JPEG_SCAN = 0xda;
const JPEG_HEIGHT_OFFSET = 5;
const JPEG_WIDTH_OFFSET = 7;
const JPEG_FRAME_BYTES = 9;

/** Reads the header of a JPEG or PNG file without decoding it; null for any other file. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, PNG_SIGNATURE)) return { contentType: "image/png", size: pngSize(view) };
  if (startsWith(bytes, JPEG_SIGNATURE)) return { contentType: "image/jpeg", size: jpegSize(view) };
  return null;
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

function pngSize(view: DataView): PictureSize | null {
  if (view.byteLength < PNG_HEADER_BYTES || view.getUint32(IHDR_AT) !== IHDR) return null;
  return sizeOf(view.getUint32(PNG_WIDTH_AT), view.getUint32(PNG_HEIGHT_AT));
}

function jpegSize(view: DataView): PictureSize | null {
  let at = JPEG_FIRST_SEGMENT_AT;
  while (at + JPEG_FRAME_BYTES <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      // Padding before a marker.
      at += 1;
      continue;
    }
    if (marker === JPEG_SCAN) return null;
    if (marker >= JPEG_FRAME_FIRST && marker <= JPEG_FRAME_LAST && !JPEG_NO_FRAMES.has(marker))
      return sizeOf(view.getUint16(at + JPEG_WIDTH_OFFSET), view.getUint16(at + JPEG_HEIGHT_OFFSET));
    // The length counts itself, but not the marker.
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function sizeOf(width: number, height: number): PictureSize | null {
  return width > 0 && height > 0 ? { width, height } : null;
}
