// tsx scripts/dev/write-icons.ts: writes the icons of browsers and home screens from apps/web/public/favicon.svg.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";

const PUBLIC = path.join(import.meta.dirname, "../../apps/web/public");
const SVG = readFileSync(path.join(PUBLIC, "favicon.svg"));
/** The size of the drawing, from its viewBox. */
const DRAWING_PX = 32;
const DPI = 72;
/** Systems crop maskable icons to shapes of their own. What is within this part of the icon stays visible. */
const SAFE_PART = 0.8;

const background = /<rect[^>]* fill="(#\w+)"/.exec(SVG.toString())?.[1];
if (background === undefined) throw new Error("favicon.svg has no background");

writeFileSync(path.join(PUBLIC, "favicon.ico"), icoOf(await iconOf(DRAWING_PX), DRAWING_PX));
writeFileSync(path.join(PUBLIC, "icons/192.png"), await iconOf(192));
writeFileSync(path.join(PUBLIC, "icons/512.png"), await iconOf(512));
writeFileSync(path.join(PUBLIC, "icons/maskable-512.png"), await maskableIconOf(512, SAFE_PART));
// Apple rounds the corners itself, and shows transparent ones in black.
writeFileSync(path.join(PUBLIC, "apple-touch-icon.png"), await maskableIconOf(180, 1));

function iconOf(size: number): Promise<Buffer> {
  return sharp(SVG, { density: (DPI * size) / DRAWING_PX })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** The icon on its own background, filling the square. */
async function maskableIconOf(size: number, part: number): Promise<Buffer> {
  const icon = await iconOf(Math.round(size * part));
  return sharp({ create: { width: size, height: size, channels: 4, background: background ?? "" } })
    .composite([{ input: icon, gravity: "centre" }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** A Windows icon file that contains one PNG. */
function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
