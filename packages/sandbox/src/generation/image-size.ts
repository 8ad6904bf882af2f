export interface PixelSize {
  width: number;
  height: number;
}

const LONG_SIDE_BY_NAME: ReadonlyMap<string, number> = new Map([
  ["1K", 1024],
  ["2K", 2048],
  ["4K", 4096],
]);
const ADAPTIVE_LONG_SIDE_MAX = 1280;
const SIDE_MIN = 64;
const SIDE_MAX = 4096;

/**
 * The size of the picture to make. `adaptive` follows the reference within bounds, `1K`, `2K` and `4K` set the longer
 * side and keep the reference's shape, `1024x768` is taken as it stands. Null for anything else.
 */
export function outputSize(size: string, reference: PixelSize): PixelSize | null {
  const explicit = parseExplicitSize(size);
  if (explicit) {
    const { width, height } = explicit;
    return Math.min(width, height) >= SIDE_MIN && Math.max(width, height) <= SIDE_MAX ? explicit : null;
  }
  const longSide = size === "adaptive" ? adaptiveLongSide(reference) : LONG_SIDE_BY_NAME.get(size);
  if (longSide === undefined) return null;
  const scale = longSide / Math.max(reference.width, reference.height);
  const side = (length: number) => Math.max(Math.round(length * scale), SIDE_MIN);
  return { width: side(reference.width), height: side(reference.height) };
}

/** `1024x768` as a size; null for any other text. */
export function parseExplicitSize(size: string): PixelSize | null {
  const explicit = /^(\d{2,4})x(\d{2,4})$/.exec(size);
  return explicit ? { width: Number(explicit[1]), height: Number(explicit[2]) } : null;
}

function adaptiveLongSide(reference: PixelSize): number {
  return Math.min(Math.max(reference.width, reference.height), ADAPTIVE_LONG_SIDE_MAX);
}
