import sharp from "sharp";

/** How far two pictures of the same size are apart, as the mean over all samples of 0 to 255; infinity where their sizes differ. */
export async function imageDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(samplesOf));
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return Number.POSITIVE_INFINITY;
  const sum = a.data.reduce((total, sample, at) => total + Math.abs(sample - (b.data[at] ?? 0)), 0);
  return sum / a.data.byteLength;
}

function samplesOf(bytes: Uint8Array) {
  return sharp(bytes).ensureAlpha().toColourspace("srgb").raw().toBuffer({ resolveWithObject: true });
}

export function bytesOfDataUrl(url: string): { type: string; bytes: Buffer } {
  const [, type = "", base64 = ""] = /^data:([^;]*);base64,(.*)$/.exec(url) ?? [];
  return { type, bytes: Buffer.from(base64, "base64") };
}
