import { createHash } from "node:crypto";
import sharp from "sharp";
import { hueColour } from "../generation/drawing";

const SAMPLE_WIDTH = 480;
const SAMPLE_HEIGHT = 360;

/** A PNG with some structure, always the same for the same seed. */
export function sampleImage(seed: string, width = SAMPLE_WIDTH, height = SAMPLE_HEIGHT): Promise<Buffer> {
  const digest = createHash("sha256").update(seed).digest();
  const shapes = Array.from({ length: 8 }, (_, index) => {
    const [x = 0, y = 0, turn = 0] = digest.subarray(index * 3, index * 3 + 3);
    const { r, g, b } = hueColour((turn / 255) * 360, 0.35 + (index % 4) * 0.12);
    return `<circle cx="${(x / 255) * 100}%" cy="${(y / 255) * 100}%" r="${10 + index * 2}%" fill="rgb(${r},${g},${b})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#e8dfc8"/>${shapes.join("")}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: "#fff" }).png().toBuffer();
}
