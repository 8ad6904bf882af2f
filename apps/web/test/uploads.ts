import { sampleImage } from "@app/sandbox/testing/sample-image";
import sharp from "sharp";

/** A multipart form with one file, by default declared as a PNG. */
export function uploadForm(
  bytes: Uint8Array,
  { name = "boat.png", type = "image/png", field = "file" } = {},
): FormData {
  const form = new FormData();
  form.set(field, new File([Uint8Array.from(bytes)], name, { type }));
  return form;
}

const BOUNDARY = "----a-boundary-that-is-nowhere-else";

/** The same form as bytes in two chunks. The second is the line break at its end. */
export function rawUploadForm(bytes: Uint8Array, { name = "boat.png", type = "image/png" } = {}) {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  const form = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--`)]);
  return {
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
    parts: [Uint8Array.from(form), Uint8Array.from(Buffer.from("\r\n"))] as const,
  };
}

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="9"/></svg>');

/** Files declared as pictures that cannot be displayed. */
export async function unreadableImages(): Promise<[name: string, bytes: Uint8Array, type: string][]> {
  const png = await sampleImage("a boat");
  const jpeg = await sharp(png).jpeg().toBuffer();
  return [
    ["an empty file", new Uint8Array(), "image/png"],
    ["a renamed text", Buffer.from("I am a picture, honestly"), "image/png"],
    ["an HTML page", Buffer.from("<!doctype html><script>alert(1)</script>"), "image/png"],
    ["an SVG under its own type", SVG, "image/svg+xml"],
    ["an SVG with a prologue", Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), SVG]), "image/svg+xml"],
    ["an SVG as a PNG", SVG, "image/png"],
    ["a PDF as a PNG", Buffer.from("%PDF-1.7\n%âãÏÓ\n"), "image/png"],
    ["a truncated PNG", png.subarray(0, png.byteLength / 2), "image/png"],
    ["a truncated JPEG", jpeg.subarray(0, jpeg.byteLength / 2), "image/jpeg"],
    ["nothing but a PNG's signature", png.subarray(0, 8), "image/png"],
  ];
}

/**
 * Difference of two pictures of the same size: the mean over all samples of 0 to 255. Infinite when their sizes differ.
 */
export async function imageDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(samplesOf));
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return Number.POSITIVE_INFINITY;
  const sum = a.data.reduce((total, sample, at) => total + Math.abs(sample - (b.data[at] ?? 0)), 0);
  return sum / a.data.byteLength;
}

function samplesOf(bytes: Uint8Array) {
  return sharp(bytes).ensureAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
}

export function bytesOfDataUrl(url: string): { type: string; bytes: Buffer } {
  const [, type = "", base64 = ""] = /^data:([^;]*);base64,(.*)$/.exec(url) ?? [];
  return { type, bytes: Buffer.from(base64, "base64") };
}
