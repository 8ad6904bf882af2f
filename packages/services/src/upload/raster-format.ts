import { fileTypeFromBuffer } from "file-type";

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
