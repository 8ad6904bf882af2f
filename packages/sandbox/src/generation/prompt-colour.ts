import { createHash } from "node:crypto";

/** A hue (0..359 degrees) that is always the same for a prompt, so that another prompt shows as another colour. */
export function promptHue(prompt: string): number {
  return createHash("sha256").update(prompt).digest().readUInt16BE(0) % 360;
}

/** The hue as a full colour, for frames and backgrounds. */
export function hueColour(hue: number, lightness = 0.5): { r: number; g: number; b: number } {
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12;
    const amplitude = 0.6 * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1))));
  };
  return { r: channel(0), g: channel(8), b: channel(4) };
}
