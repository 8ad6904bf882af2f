import type { PictureSize } from "./generation-limits";

/** Type and size of a picture, read from the first bytes of its file. */
export interface PictureHeader {
  contentType: "image/jpeg" | "image/png";
  /** Pixels, before any rotation in the metadata; null if these bytes do not contain it. */
  size: PictureSize | null;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;
/** The first chunk of a PNG file is IHDR. These are the offsets of its name, width and height. */
const IHDR_OFFSET = 12;
const IHDR = 0x49484452;
const PNG_WIDTH_OFFSET = 16;
const PNG_HEIGHT_OFFSET = 20;
const PNG_HEADER_BYTES = 24;

const JPEG_SIGNATURE = [0xff, 0xd8, 0xff] as const;
const JPEG_FIRST_SEGMENT_OFFSET = 2;
/** Markers C0 to CF start a frame header, which contains the size, except C4, C8 and CC, which are tables. */
const JPEG_FRAME_FIRST = 0xc0;
const JPEG_FRAME_LAST = 0xcf;
const JPEG_TABLES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
/** Start of the pixel data. No frame header follows. */
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
  return signature.every((byte, index) => bytes[index] === byte);
}

function pngSize(view: DataView): PictureSize | null {
  if (view.byteLength < PNG_HEADER_BYTES || view.getUint32(IHDR_OFFSET) !== IHDR) return null;
  return sizeOf(view.getUint32(PNG_WIDTH_OFFSET), view.getUint32(PNG_HEIGHT_OFFSET));
}

function jpegSize(view: DataView): PictureSize | null {
  let offset = JPEG_FIRST_SEGMENT_OFFSET;
  while (offset + JPEG_FRAME_BYTES <= view.byteLength) {
    if (view.getUint8(offset) !== 0xff) return null;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) {
      // Padding before a marker.
      offset += 1;
      continue;
    }
    if (marker === JPEG_SCAN) return null;
    if (marker >= JPEG_FRAME_FIRST && marker <= JPEG_FRAME_LAST && !JPEG_TABLES.has(marker))
      return sizeOf(view.getUint16(offset + JPEG_WIDTH_OFFSET), view.getUint16(offset + JPEG_HEIGHT_OFFSET));
    // The length counts itself, but not the marker.
    offset += 2 + view.getUint16(offset + 2);
  }
  return null;
}

function sizeOf(width: number, height: number): PictureSize | null {
  return width > 0 && height > 0 ? { width, height } : null;
}
