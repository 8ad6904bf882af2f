import { invariant } from "../errors";

const FOLDER_BY_KIND = {
  image: "images",
  video: "videos",
  upload: "uploads",
} as const;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
const RANDOM_CHARACTERS = 6;

/**
 * The storage key of a new file: `images/{userId}/{ms}_{6 random characters}.{extension}`.
 * @param random returns numbers from 0 up to, but not including, 1
 */
export function objectKey(
  kind: "image" | "video" | "upload",
  userId: string,
  extension: string,
  now: Date,
  random: () => number,
): string {
  // Both become part of a path and must not leave the user's folder.
  requireSegment(userId);
  invariant(/^[a-z0-9]+$/.test(extension), "an extension is letters and digits");
  const suffix = Array.from({ length: RANDOM_CHARACTERS }, () =>
    ALPHABET.charAt(Math.floor(random() * ALPHABET.length)),
  );
  return `${FOLDER_BY_KIND[kind]}/${userId}/${now.getTime()}_${suffix.join("")}.${extension}`;
}

/** The folders of all files stored for a user, each with a trailing slash. */
export function userFolders(userId: string): string[] {
  requireSegment(userId);
  return Object.values(FOLDER_BY_KIND).map((folder) => `${folder}/${userId}/`);
}

function requireSegment(userId: string): void {
  invariant(/^[^/\\\s]+$/.test(userId) && !/^\.+$/.test(userId), "a user id is one segment of a path");
}

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

/** File extension for a content type, ignoring its parameters and case; undefined for types that are not stored. */
export function extensionForContentType(type: string): string | undefined {
  const [essence = ""] = type.split(";", 1);
  return EXTENSION_BY_CONTENT_TYPE.get(essence.trim().toLowerCase());
}

const WORDS_MAX_CHARACTERS = 40;

/** File name of a downloaded image or video: the day and the start of its prompt, in ASCII letters that every system accepts. */
export function downloadName(generation: { prompt: string; createdAt: Date }, extension: string): string {
  const words = generation.prompt
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, WORDS_MAX_CHARACTERS)
    .replaceAll(/^-+|-+$/g, "");
  const day = generation.createdAt.toISOString().slice(0, "YYYY-MM-DD".length);
  return `genmint-${day}${words ? `-${words}` : ""}.${extension}`;
}
