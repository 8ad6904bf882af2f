import { crc32 } from "node:zlib";

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHUNK_FRAME_BYTES = 12;

export function pngChunk(type: string, data: Uint8Array = new Uint8Array()): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** One bit per pixel, black or white. */
export function pngHeader(width: number, height: number): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return pngChunk("IHDR", data);
}

/** The same PNG with chunks added after its header. */
export function withPngChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const at = PNG_SIGNATURE.byteLength + pngHeader(1, 1).byteLength;
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)]);
}

/** The types of a PNG's chunks, and `trailing` when bytes follow the last one. */
export function pngChunkTypes(png: Buffer): string[] {
  const types: string[] = [];
  let at = PNG_SIGNATURE.byteLength;
  while (at + CHUNK_FRAME_BYTES <= png.byteLength && types.at(-1) !== "IEND") {
    types.push(png.toString("latin1", at + 4, at + 8));
    at += CHUNK_FRAME_BYTES + png.readUInt32BE(at);
  }
  return at === png.byteLength ? types : [...types, "trailing"];
}
