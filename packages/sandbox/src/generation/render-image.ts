import sharp from "sharp";
import { promptCaption, watermarkCaption } from "./caption";
import type { PixelSize } from "./image-size";
import { hueColour, promptHue } from "./prompt-colour";

export interface ImageSpec {
  reference: Uint8Array;
  prompt: string;
  size: PixelSize;
  watermark: boolean;
}

/** The painterly filter works on a picture of this size at most; larger results are scaled up from it. */
const BRUSH_SIDE_MAX = 1024;
const BRUSH_WIDTH = 5;
const HUE_SHIFT_MAX_DEGREES = 60;
const BORDER_RATIO = 0.02;
const CAPTION_RATIO = 0.12;
const JPEG_QUALITY = 86;

/** Repaints the reference in the prompt's colour, frames it and writes the prompt under it. Returns a JPEG. */
export async function renderImage(order: ImageSpec): Promise<Uint8Array> {
  const { width, height } = order.size;
  const hue = promptHue(order.prompt);
  const border = Math.max(Math.round(Math.min(width, height) * BORDER_RATIO), 2);
  const inner = { width: width - 2 * border, height: height - 2 * border };

  const painted = await sharp(order.reference)
    .rotate()
    .flatten({ background: "#fff" })
    .resize({ width: BRUSH_SIDE_MAX, height: BRUSH_SIDE_MAX, fit: "inside", withoutEnlargement: true })
    .median(BRUSH_WIDTH)
    .modulate({ saturation: 1.4, hue: hueShift(hue) })
    .toColourspace("srgb")
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
  const tinted = await sharp(painted).linear(tintFactors(hue), [0, 0, 0]).png({ compressionLevel: 1 }).toBuffer();

  const caption = promptCaption(order.prompt, inner.width, Math.max(Math.round(height * CAPTION_RATIO), 12));
  const overlays = [{ input: caption.svg, gravity: "south" }];
  if (order.watermark) overlays.push({ input: fittingWatermark(inner), gravity: "northeast" });

  const framed = await sharp(tinted)
    .resize({ ...inner, fit: "cover" })
    .composite(overlays)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(framed)
    .extend({ top: border, bottom: border, left: border, right: border, background: hueColour(hue) })
    .jpeg({ quality: JPEG_QUALITY })
    .toBuffer();
}

/** At least a third of the range either way, so that the result never looks like the reference. sharp turns by whole degrees. */
function hueShift(hue: number): number {
  const shift = Math.round(HUE_SHIFT_MAX_DEGREES / 3 + (hue / 360) * (HUE_SHIFT_MAX_DEGREES * (2 / 3)));
  return hue % 2 === 0 ? shift : 360 - shift;
}

/** Brings a little of the colour into every pixel: a grey picture has no hue to shift. */
function tintFactors(hue: number): number[] {
  const { r, g, b } = hueColour(hue);
  return [r, g, b].map((channel) => 0.8 + 0.35 * (channel / 255));
}

function fittingWatermark(inner: PixelSize): Buffer {
  return watermarkCaption(Math.min(inner.width, inner.height * 4)).svg;
}
