import { invariant } from "../errors";

const FOLDER_BY_KIND = {
  image: "images",
  video: "videos",
  upload: "uploads",
} as const;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
const RANDOM_CHARACTERS = 6;

/**
 * Where a file is kept: `images/{userId}/{ms}_{6 random characters}.{extension}`.
 * @param random gives numbers from 0 up to, but not including, 1
 */
export function objectKey(
  kind: "image" | "video" | "upload",
  userId: string,
  extension: string,
  now: Date,
  random: () => number,
): string {
  // Both become parts of a path: neither may lead out of the user's folder.
  requireSegment(userId);
  invariant(/^[a-z0-9]+$/.test(extension), "an extension is letters and digits");
  const suffix = Array.from({ length: RANDOM_CHARACTERS }, () =>
    ALPHABET.charAt(Math.floor(random() * ALPHABET.length)),
  );
  return `${FOLDER_BY_KIND[kind]}/${userId}/${now.getTime()}_${suffix.join("")}.${extension}`;
}

/** The folders that hold everything stored for a user, each with its closing slash. */
export function userFolders(userId: string): string[] {
  requireSegment(userId);
  return Object.values(FOLDER_BY_KIND).map((folder) => `${folder}/${userId}/`);
}

function requireSegment(userId: string): void {
  invariant(/^[^/\\\s]+$/.test(userId) && !/^\.+$/.test(userId), "a user id is one segment of a path");
}
