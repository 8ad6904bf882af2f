const EXTENSION_BY_CONTENT_TYPE: ReadonlyMap<string, string> = new Map([
  ["image/png", "png"],
  ["image/jpeg", "jpg"],
  ["image/jpg", "jpg"],
  ["image/webp", "webp"],
  ["image/gif", "gif"],
  ["image/avif", "avif"],
  ["image/heic", "heic"],
  ["image/tiff", "tiff"],
  ["image/bmp", "bmp"],
  ["video/mp4", "mp4"],
  ["video/webm", "webm"],
  ["video/quicktime", "mov"],
]);

/** File name ending for a content type, whose parameters and case do not matter; undefined for types not stored. */
export function extensionForContentType(type: string): string | undefined {
  const [essence = ""] = type.split(";", 1);
  return EXTENSION_BY_CONTENT_TYPE.get(essence.trim().toLowerCase());
}
