import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { type HostileFile, MARKER, PHP, SCRIPT, SVG, XMP, zipOf } from "./non-images";
import { pngChunk, withPngChunks } from "./png-chunks";

const ZTXT_BYTES = 50_000_000;
const text = (content: string) => Buffer.from(content, "latin1");
const appendTo = (picture: Buffer, content: Uint8Array | string) =>
  Buffer.concat([picture, typeof content === "string" ? text(content) : content]);

/** Real pictures with a payload. They are accepted, and stored without it. */
export async function imagesWithPayloads(png: Buffer): Promise<HostileFile[]> {
  const picture = sharp(png);
  const geotagged = () =>
    picture.clone().withExif({
      IFD0: { ImageDescription: SCRIPT, Artist: MARKER },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "51/1 30/1 3230/100",
        GPSLongitudeRef: "W",
        GPSLongitude: "0/1 7/1 3950/100",
      },
    });
  const jpeg = await picture.clone().jpeg().toBuffer();
  const gif = await picture.clone().gif().toBuffer();
  const webp = await picture.clone().webp().toBuffer();
  const avif = await picture.clone().avif({ effort: 0 }).toBuffer();
  const jar = zipOf("META-INF/MANIFEST.MF", MARKER);
  const file = (what: string, bytes: Uint8Array, more: Partial<HostileFile> = {}): HostileFile => ({
    what,
    bytes,
    ...more,
  });
  return [
    file("JPEG with a location", await geotagged().jpeg().toBuffer()),
    file("WebP with a location", await geotagged().webp().toBuffer()),
    file("AVIF with a location", await geotagged().avif({ effort: 0 }).toBuffer()),
    file("PNG with a location", await geotagged().png().toBuffer()),
    file("JPEG with XMP", await picture.clone().withXmp(XMP).jpeg().toBuffer()),
    file("WebP with XMP", await picture.clone().withXmp(XMP).webp().toBuffer()),
    file("JPEG with a colour profile", await picture.clone().withIccProfile("p3").jpeg().toBuffer()),
    file("JPEG with ZIP behind it", appendTo(jpeg, zipOf("a.txt", MARKER))),
    file("JPEG with JAR behind it", appendTo(jpeg, jar)),
    file("JPEG with PHP behind it", appendTo(jpeg, PHP), { name: "boat.php.jpg" }),
    file("JPEG with HTML behind it", appendTo(jpeg, SCRIPT), { name: "boat.jpg.html" }),
    file("JPEG with a film behind it", appendTo(jpeg, `\0\0\0\u0018ftypmp42${MARKER}`)),
    file("JPEG with a script in a comment", withJpegSegment(jpeg, 0xfe, SCRIPT)),
    file("JPEG with PHP in a segment", withJpegSegment(jpeg, 0xef, PHP)),
    file("GIF with JAR behind it", appendTo(gif, jar)),
    file("GIF with a script in a comment", withGifComment(gif, SCRIPT)),
    file("PNG with a script in a text", withPngChunks(png, pngChunk("tEXt", text(`Comment\0${SCRIPT}`)))),
    file("PNG with XMP", withPngChunks(png, pngChunk("iTXt", text(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)))),
    file("PNG with PHP in an unknown chunk", withPngChunks(png, pngChunk("phPp", text(PHP)))),
    file("PNG with HTML behind it", appendTo(png, SCRIPT)),
    file("PNG with SVG behind it", appendTo(png, SVG), { type: "image/svg+xml", name: "boat.svg" }),
    file("PNG with PDF behind it", appendTo(png, `%PDF-1.7 ${MARKER}`), { name: "boat.pdf" }),
    file("WebP with a script behind it", appendTo(webp, SCRIPT)),
    file(
      "AVIF with HTML behind it",
      appendTo(avif, Buffer.concat([Buffer.from([0, 0, 0, 8 + SCRIPT.length]), text(`free${SCRIPT}`)])),
    ),
    file("GIF as JPEG", gif, { type: "image/jpeg", name: "boat.jpg" }),
    file("PNG as SVG", png, { type: "image/svg+xml", name: "boat.svg" }),
    file("PNG named as a page", png, { name: `${MARKER}.html` }),
    file("PNG named with two endings", png, { name: "boat.php.png" }),
    file("PNG named to climb", png, { name: "../../../etc/cron.d/boat.png" }),
    file("PNG named to climb, encoded", png, { name: "..%2f..%2fboat.png" }),
    file("PNG named with a reversed ending", png, { name: "boat\u202egnp.exe" }),
    file("PNG named at length", png, { name: `${"a".repeat(1_000)}.png` }),
  ];
}

/** Pictures that may be accepted or refused. Their payload must not be stored. */
export function ambiguousImages(png: Buffer): HostileFile[] {
  const bomb = deflateSync(Buffer.alloc(ZTXT_BYTES));
  return [
    {
      what: "PNG with a text that unpacks to 50 MB",
      bytes: withPngChunks(png, pngChunk("zTXt", Buffer.concat([text("Comment\0\0"), bomb]))),
    },
    {
      what: "PNG with a profile that unpacks to 50 MB",
      bytes: withPngChunks(png, pngChunk("iCCP", Buffer.concat([text(`${MARKER}\0\0`), bomb]))),
    },
    { what: "PNG with an Exif chunk that is a script", bytes: withPngChunks(png, pngChunk("eXIf", text(SCRIPT))) },
  ];
}

function withJpegSegment(jpeg: Buffer, marker: number, content: string): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, text(content), jpeg.subarray(2)]);
}

/** Inserts bytes before the trailer. */
function withGifComment(gif: Buffer, content: string): Buffer {
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, content.length]), text(content), Buffer.from([0])]);
  return Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]);
}
