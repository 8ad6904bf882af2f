import { sampleImage } from "@app/sandbox/sample-image";
import sharp from "sharp";

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="9"/></svg>');

/** Files that claim to be pictures and are none that could be shown. */
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
