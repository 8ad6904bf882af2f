import {
  REFERENCE_LIMITS,
  referenceProblem,
  UPLOAD_MAX_PIXELS,
  UPLOAD_MAX_PIXELS_AVIF,
} from "@app/core/generation/generation-limits";

/** The server's own limits, checked before the upload. */
const PICTURE_MAX_BYTES = 10 * 1024 * 1024;
const PICTURE_SIDE_MIN_PIXELS = 300;

/** What a reference picture is used for. */
export type ReferenceKind = keyof typeof REFERENCE_LIMITS;

export type PictureProblem =
  | "noPicture"
  | "tooLarge"
  | "unreadable"
  | "tooSmall"
  | "tooNarrow"
  | "sidesTooLong"
  | "tooManyPixels"
  /** Only the server finds these: damage behind the start of the file, and too many frames or pixels of an animation. */
  | "notAccepted";

type Inspection = { ok: true; file: File } | { ok: false; problem: PictureProblem };

/** Checks a file as the server does, in the same order. The returned file has the content type of its bytes. */
export async function inspectPicture(kind: ReferenceKind, file: File): Promise<Inspection> {
  // A folder cannot be read, nor a file that was moved since it was chosen.
  const start = await file
    .slice(0, SNIFF_BYTES)
    .arrayBuffer()
    .catch(() => null);
  if (start === null) return { ok: false, problem: "unreadable" };
  const type = sniffPicture(new Uint8Array(start));
  if (type === null) return { ok: false, problem: "noPicture" };
  if (file.size > PICTURE_MAX_BYTES) return { ok: false, problem: "tooLarge" };
  const picture = new File([file], file.name, { type });
  const bitmap = await createImageBitmap(picture).catch(() => null);
  if (!bitmap) return { ok: false, problem: "unreadable" };
  const { width, height } = bitmap;
  const problem = dimensionProblem(kind, width, height) ?? (width * height > pixelsMax(type) ? "tooManyPixels" : null);
  bitmap.close();
  return problem ? { ok: false, problem } : { ok: true, file: picture };
}

/** Of one frame: browsers do not tell how many an animation has. */
const pixelsMax = (type: string) => (type === "image/avif" ? UPLOAD_MAX_PIXELS_AVIF : UPLOAD_MAX_PIXELS);

/** Checks the sides, in pixels; null if they are within the limits. */
export function dimensionProblem(kind: ReferenceKind, width: number, height: number): PictureProblem | null {
  if (Math.min(width, height) < PICTURE_SIDE_MIN_PIXELS) return "tooSmall";
  const problem = referenceProblem(kind, { width, height });
  return problem === "tooLarge" ? "sidesTooLong" : problem;
}

/** The limits that the texts of the problems mention. */
export function problemLimits(kind: ReferenceKind) {
  const { ratioMax, sideMinPixels, sideMaxPixels } = REFERENCE_LIMITS[kind];
  const side = Math.max(PICTURE_SIDE_MIN_PIXELS, sideMinPixels);
  return { side, ratio: ratioMax, sideMax: sideMaxPixels, megapixels: UPLOAD_MAX_PIXELS_AVIF / 1_000_000 };
}

/** Enough bytes to recognise every format below. */
const SNIFF_BYTES = 16;

const ascii = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end));

const FORMATS: readonly { type: string; matches: (bytes: Uint8Array) => boolean }[] = [
  { type: "image/jpeg", matches: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff },
  { type: "image/png", matches: (bytes) => bytes[0] === 0x89 && ascii(bytes, 1, 8) === "PNG\r\n\x1a\n" },
  { type: "image/webp", matches: (bytes) => ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP" },
  { type: "image/gif", matches: (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6)) },
  { type: "image/avif", matches: (bytes) => /^ftypavi[fs]$/.test(ascii(bytes, 4, 12)) },
];

/** The content type of a picture by its first bytes, whatever its file name; null for a format that is not accepted. */
export function sniffPicture(bytes: Uint8Array): string | null {
  return FORMATS.find(({ matches }) => matches(bytes))?.type ?? null;
}
