/** As many bytes of a file as its kind can be told by. */
export const SNIFF_BYTES = 16;

const ascii = (bytes: Uint8Array, start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end));

const KINDS: readonly { type: string; matches: (bytes: Uint8Array) => boolean }[] = [
  { type: "image/jpeg", matches: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff },
  { type: "image/png", matches: (bytes) => bytes[0] === 0x89 && ascii(bytes, 1, 8) === "PNG\r\n\x1a\n" },
  { type: "image/webp", matches: (bytes) => ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP" },
  { type: "image/gif", matches: (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6)) },
  { type: "image/avif", matches: (bytes) => /^ftypavi[fs]$/.test(ascii(bytes, 4, 12)) },
];

/** The content type of a picture by its first bytes, whatever its name says; null for anything that is not accepted. */
export function sniffPicture(bytes: Uint8Array): string | null {
  return KINDS.find(({ matches }) => matches(bytes))?.type ?? null;
}
