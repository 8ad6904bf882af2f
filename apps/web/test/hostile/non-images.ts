import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { PNG_SIGNATURE, pngChunk, pngHeader } from "./png-chunks";

/** Part of every planted script, page and text: nothing that is stored may contain it. */
export const MARKER = "PLANTED-5e1f9c";
export const SCRIPT = `<script>alert("${MARKER}")</script>`;
export const PHP = `<?php system("${MARKER}"); ?>`;
export const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" onload="alert('${MARKER}')">${SCRIPT}</svg>`;
export const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${SCRIPT}</rdf:RDF></x:xmpmeta>`;

export interface HostileFile {
  what: string;
  bytes: Uint8Array;
  /** The type and name in the form; default: `image/png` and `boat.png`. */
  type?: string;
  name?: string;
}

const text = (content: string, encoding: BufferEncoding = "utf8") => Buffer.from(content, encoding);
const file = (what: string, bytes: Uint8Array, type = "image/png", name = "boat.png"): HostileFile => ({
  what,
  bytes,
  type,
  name,
});
/** A box of the MP4 family with this brand. */
const brand = (name: string) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    text(`ftyp${name}`),
    Buffer.alloc(4),
    text(name),
    text("mif1"),
    text(MARKER),
  ]);

export function zipOf(name: string, content: string): Buffer {
  const data = deflateRawSync(content);
  const head = Buffer.alloc(30);
  head.writeUInt32BE(0x504b0304, 0);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(data.byteLength, 18);
  head.writeUInt32LE(content.length, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, text(name), data, text(`PK\u0005\u0006${MARKER}`, "latin1")]);
}

/** Files that are no supported raster image, whatever they are declared as. */
export async function nonImages(png: Buffer): Promise<HostileFile[]> {
  const tiff = await sharp(png)
    .tiff()
    .withExif({ IFD0: { ImageDescription: MARKER }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .toBuffer();
  const jpeg = await sharp(png).jpeg().toBuffer();
  const webp = await sharp(png).webp().toBuffer();
  return [
    file("SVG with a script", text(SVG), "image/svg+xml", "boat.svg"),
    file("SVG as PNG", text(SVG)),
    file("SVG behind a byte order mark", text(`\ufeff${SVG}`), "image/svg+xml"),
    file(
      "SVG behind an XML prolog and an entity",
      text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`),
    ),
    file("SVG in UTF-16", text(`\ufeff${SVG}`, "utf16le"), "image/svg+xml"),
    file("SVG behind a long comment", text(`<!--${" ".repeat(8_000)}-->${SVG}`)),
    file("SVG, gzipped", gzipSync(SVG), "image/svg+xml", "boat.svgz"),
    file("SVG behind a PNG's signature", Buffer.concat([PNG_SIGNATURE, text(SVG)])),
    file("HTML as PNG", text(`<!doctype html>${SCRIPT}`)),
    file("HTML behind a byte order mark", text(`\ufeff<html>${SCRIPT}`), "image/jpeg", "boat.jpg"),
    file(
      "script that is a GIF to a sniffer",
      text(`GIF89a/*${"x".repeat(50)}*/=1;alert("${MARKER}")`),
      "image/gif",
      "boat.gif",
    ),
    file(
      "script that is a BMP to a sniffer",
      text(`BM/*${"x".repeat(50)}*/=1;alert("${MARKER}")`),
      "image/bmp",
      "boat.bmp",
    ),
    file("PHP as GIF", text(`GIF89a${PHP}`), "image/gif", "boat.php.gif"),
    file("PDF", text(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert("${MARKER}"))>>>>`)),
    file("MP4", brand("isom"), "image/avif", "boat.avif"),
    file("HEIC", brand("heic"), "image/heic", "boat.heic"),
    file("AVIF of nothing but its brand", brand("avif"), "image/avif", "boat.avif"),
    file(
      "ICO with a PNG in it",
      Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]), png]),
      "image/x-icon",
      "boat.ico",
    ),
    file("BMP", Buffer.concat([text("BM"), Buffer.alloc(60), text(MARKER)]), "image/bmp", "boat.bmp"),
    file("TIFF with a location", tiff, "image/tiff", "boat.tiff"),
    file(
      "PSD",
      Buffer.concat([text("8BPS\0\u0001", "latin1"), Buffer.alloc(40), text(MARKER)]),
      "image/vnd.adobe.photoshop",
    ),
    file("EPS", text(`%!PS-Adobe-3.0 EPSF-3.0\n(${MARKER}) print`), "image/x-eps", "boat.eps"),
    file("PostScript with a pipe", text(`%!PS\n(%pipe%touch ${MARKER}) (w) file`)),
    file("MVG", text(`push graphic-context\nfill 'url(https://example.com/"|touch ${MARKER}")'\npop graphic-context`)),
    file("WebAssembly", Buffer.concat([Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), text(MARKER)])),
    file("EICAR", text(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${"EICAR"}-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`)),
    file("ELF", Buffer.concat([text("\u007fELF", "latin1"), Buffer.alloc(60), text(MARKER)])),
    file("shell script", text(`#!/bin/sh\n# ${MARKER}\n`), "image/x-sh", "boat.png.sh"),
    file("JAR", zipOf("META-INF/MANIFEST.MF", MARKER)),
    file("WAV as WebP", Buffer.concat([text("RIFF\0\0\0\0WAVEfmt ", "latin1"), text(MARKER)]), "image/webp"),
    file("nothing", new Uint8Array()),
    file("one byte", new Uint8Array([0xff])),
    file("PNG, only its signature", PNG_SIGNATURE),
    file("JPEG, only its start", jpeg.subarray(0, 20), "image/jpeg"),
    file("WebP, only its header", webp.subarray(0, 30), "image/webp"),
    file("PNG, cut", png.subarray(0, png.byteLength - 200)),
    file("JPEG, cut", jpeg.subarray(0, jpeg.byteLength / 2), "image/jpeg"),
    file("WebP, cut", webp.subarray(0, webp.byteLength / 2), "image/webp"),
    file("JPEG behind a PNG's signature", Buffer.concat([PNG_SIGNATURE, jpeg.subarray(8)])),
    file("PNG of 30,000 x 30,000 pixels", blackPng(30_000)),
    file("JPEG of 65,500 x 65,500 pixels", withJpegSize(jpeg, 65_500), "image/jpeg"),
    file("GIF of thousands of frames", await gifOfFrames(3_000), "image/gif"),
  ];
}

/** A complete picture of a few bytes. */
function blackPng(side: number): Buffer {
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))));
  return Buffer.concat([PNG_SIGNATURE, pngHeader(side, side), pngChunk("IDAT", rows), pngChunk("IEND")]);
}

/** The same picture with another size in its frame header. */
function withJpegSize(jpeg: Buffer, side: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(side, frame + 5);
  changed.writeUInt16BE(side, frame + 7);
  return changed;
}

function gifOfFrames(count: number): Promise<Buffer> {
  const side = 4;
  const raw = { width: side, height: side * count, channels: 3 as const, pageHeight: side };
  return sharp(Buffer.alloc(side * side * count * 3), { raw })
    .gif({ keepDuplicateFrames: true, effort: 1 })
    .toBuffer();
}
