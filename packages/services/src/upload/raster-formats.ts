import { fileTypeFromBuffer } from "file-type";
import type { Metadata, Sharp } from "sharp";

export interface RasterFormat {
  contentType: string;
  extension: string;
  /** Sharp's name of the format. It calls AVIF "heif". */
  sharpName: "jpeg" | "png" | "webp" | "gif" | "heif";
}

/** Raster formats that browsers show and backends accept. All others are refused, above all SVG, which can contain scripts. */
const RASTER_FORMATS: readonly RasterFormat[] = [
  { contentType: "image/jpeg", extension: "jpg", sharpName: "jpeg" },
  { contentType: "image/png", extension: "png", sharpName: "png" },
  { contentType: "image/webp", extension: "webp", sharpName: "webp" },
  { contentType: "image/gif", extension: "gif", sharpName: "gif" },
  { contentType: "image/avif", extension: "avif", sharpName: "heif" },
];

/** Detects the format from the first bytes; undefined for other formats. */
export async function sniffRasterFormat(bytes: Uint8Array): Promise<RasterFormat | undefined> {
  const sniffed = await fileTypeFromBuffer(bytes);
  return RASTER_FORMATS.find(({ contentType }) => contentType === sniffed?.mime);
}

/** Sets the output format of an image. */
export type Encoding = (image: Sharp) => Sharp;

/** In the order in which they are tried until the file is small enough: an image may grow when it is encoded again. */
const JPEG_QUALITIES = [92, 85, 75] as const;
const WEBP_QUALITIES = [92, 82, 70] as const;
const AVIF_QUALITIES = [80, 60] as const;
const PNG_LEVELS = [6, 9] as const;
/** Low efforts: higher ones take much longer for a slightly smaller file. */
const WEBP_EFFORT = 2;
const GIF_EFFORT = 3;
const AVIF_EFFORT = 1;
/** Marks a lossless WebP image. */
const WEBP_LOSSLESS = "VP8L";

/** The encodings of an image in its own format, best first. */
export function encodingsOf(format: RasterFormat, metadata: Metadata, bytes: Uint8Array): readonly Encoding[] {
  switch (format.sharpName) {
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
