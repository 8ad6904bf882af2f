import { fileTypeFromBuffer } from "file-type";
import type { Metadata, Sharp } from "sharp";

export interface RasterFormat {
  contentType: string;
  extension: string;
  /** The decoder's name for it. */
  decoder: "jpeg" | "png" | "webp" | "gif" | "heif";
}

/** Raster formats that browsers show and backends accept; anything else, SVG above all, is refused. */
const RASTER_FORMATS: readonly RasterFormat[] = [
  { contentType: "image/jpeg", extension: "jpg", decoder: "jpeg" },
  { contentType: "image/png", extension: "png", decoder: "png" },
  { contentType: "image/webp", extension: "webp", decoder: "webp" },
  { contentType: "image/gif", extension: "gif", decoder: "gif" },
  { contentType: "image/avif", extension: "avif", decoder: "heif" },
];

/** What a file is by its first bytes; undefined where that is no raster format we take. */
export async function sniffRasterFormat(bytes: Uint8Array): Promise<RasterFormat | undefined> {
  const sniffed = await fileTypeFromBuffer(bytes);
  return RASTER_FORMATS.find(({ contentType }) => contentType === sniffed?.mime);
}

/** A way to write a picture. */
export type Encoding = (image: Sharp) => Sharp;

/** First what nobody sees a loss in, then what is smaller: a picture may grow by being written anew. */
const JPEG_QUALITIES = [92, 85, 75] as const;
const WEBP_QUALITIES = [92, 82, 70] as const;
const AVIF_QUALITIES = [80, 60] as const;
const PNG_LEVELS = [6, 9] as const;
/** Of what takes long to write well, this much is enough. */
const WEBP_EFFORT = 2;
const GIF_EFFORT = 3;
const AVIF_EFFORT = 1;
/** The chunk of lossless pictures, near the start unless there is a colour profile before it. */
const WEBP_LOSSLESS = "VP8L";

/** The ways to write a picture in its own format, best first. */
export function encodingsOf(format: RasterFormat, metadata: Metadata, bytes: Uint8Array): readonly Encoding[] {
  switch (format.decoder) {
    case "jpeg": {
      const chromaSubsampling = metadata.chromaSubsampling === "4:4:4" ? "4:4:4" : "4:2:0";
      return JPEG_QUALITIES.map((quality) => (image) => image.jpeg({ quality, chromaSubsampling }));
    }
    case "png":
      return [
        ...PNG_LEVELS.map(
          (compressionLevel): Encoding =>
            (image) =>
              image.png({ compressionLevel, adaptiveFiltering: true }),
        ),
        ...(metadata.isPalette ? [(image: Sharp) => image.png({ palette: true, dither: 0 })] : []),
      ];
    case "webp": {
      const lossy = WEBP_QUALITIES.map(
        (quality): Encoding =>
          (image) =>
            image.webp({ quality, effort: WEBP_EFFORT }),
      );
      if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(WEBP_LOSSLESS)) return lossy;
      return [(image) => image.webp({ lossless: true, effort: WEBP_EFFORT }), ...lossy];
    }
    case "gif":
      return [(image) => image.gif({ effort: GIF_EFFORT, dither: 0 })];
    case "heif":
      return AVIF_QUALITIES.map((quality) => (image) => image.avif({ quality, effort: AVIF_EFFORT }));
  }
}
