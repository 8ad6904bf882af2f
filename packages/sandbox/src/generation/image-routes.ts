import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import sharp from "sharp";
import { z } from "zod";
import { readJson } from "../bounded";
import { type FaultEnv, faultGate } from "../faults";
import { BackendError, invalidParameter, simulatedError } from "./backend-error";
import { hueColour, promptCaption, promptHue, watermarkCaption } from "./drawing";
import type { GenerationAppOptions } from "./generation-state";
import { checkImageSize, checkPicture, imageModelLimits, outputSize, type PixelSize } from "./model-limits";
import { loadReference } from "./reference-image";
import { hasTrigger } from "./trigger-words";

/** A reference image of 10 MB as a data URL, and the other fields. */
export const IMAGE_BODY_MAX_BYTES = 16 * 1024 * 1024;

/** Largest number of reference images in a request for an image or video. */
export const REFERENCES_MAX = 10;

const ImageRequest = z.object({
  model: z.string().min(1),
  prompt: z.string().min(1),
  image: z.union([z.string(), z.array(z.string()).min(1).max(REFERENCES_MAX)]),
  size: z.string().optional(),
  response_format: z.literal("url").default("url"),
  watermark: z.boolean().default(true),
});

const REFUSAL = {
  code: "OutputImageSensitiveContentDetected",
  message: "The output image may contain sensitive content",
};

/** `POST /images/generations`, image to image. */
export function createImageRoutes(options: GenerationAppOptions): Hono<FaultEnv> {
  const routes = new Hono<FaultEnv>();
  routes.use(faultGate(options.faults, "image", (_c, status) => simulatedError(status).toResponse()));
  routes.post("/generations", async (c) => {
    const parsed = ImageRequest.safeParse(await readJson(c.req.raw, IMAGE_BODY_MAX_BYTES));
    if (!parsed.success) throw invalidParameter(describeIssue(parsed.error));
    const { model, prompt } = parsed.data;
    const created = Math.floor(options.now().getTime() / 1000);
    if (hasTrigger(prompt, "fail")) throw new BackendError(400, REFUSAL.code, REFUSAL.message);
    if (hasTrigger(prompt, "empty")) return c.json({ model, created, data: [], usage: { generated_images: 0 } });
    if (hasTrigger(prompt, "refuse"))
      return c.json({ model, created, data: [{ error: REFUSAL }], usage: { generated_images: 0 } });
    const image = await makeImage(parsed.data, options);
    return c.json({ model, created, data: [image], usage: { generated_images: 1 } });
  });
  return routes;
}

async function makeImage(request: z.output<typeof ImageRequest>, options: GenerationAppOptions) {
  const limits = imageModelLimits(request.model);
  const { prompt, watermark, size: sizeName = limits?.defaultSize ?? "adaptive" } = request;
  if (limits) checkImageSize(limits, sizeName);
  const [first = "", ...others] = typeof request.image === "string" ? [request.image] : request.image;
  const reference = await loadReference(first, options.fetchReference);
  if (limits) {
    checkPicture(limits.pictures, reference);
    // Only the first one is drawn, but the real model checks all of them.
    for (const address of others) checkPicture(limits.pictures, await loadReference(address, options.fetchReference));
  }
  const size = outputSize(sizeName, reference);
  if (!size) throw invalidParameter(`The parameter size is not valid: ${sizeName}`);
  const bytes = await renderImage({ reference: reference.bytes, prompt, size, watermark });
  const name = `${randomUUID()}.jpeg`;
  options.state.files.set(name, {
    contentType: "image/jpeg",
    createdAt: options.now(),
    read: () => Promise.resolve(bytes),
  });
  return { url: `${options.publicUrl}/files/${name}`, size: `${size.width}x${size.height}` };
}

function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return `The parameter ${issue?.path.join(".") || "body"} is not valid: ${issue?.message ?? ""}`;
}

export interface ImageSpec {
  reference: Uint8Array;
  prompt: string;
  size: PixelSize;
  watermark: boolean;
}

/** Largest side for the paint filter; larger results are scaled up. */
const BRUSH_SIDE_MAX = 1024;
const BRUSH_WIDTH = 5;
const HUE_SHIFT_MAX_DEGREES = 60;
const BORDER_RATIO = 0.02;
const CAPTION_RATIO = 0.12;
const JPEG_QUALITY = 86;

/** Repaints the reference in the prompt's colour, with a border and the prompt as caption. Returns a JPEG. */
async function renderImage(spec: ImageSpec): Promise<Uint8Array> {
  const { width, height } = spec.size;
  const hue = promptHue(spec.prompt);
  const border = Math.max(Math.round(Math.min(width, height) * BORDER_RATIO), 2);
  const inner = { width: width - 2 * border, height: height - 2 * border };

  const painted = await sharp(spec.reference)
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

  const caption = promptCaption(spec.prompt, inner.width, Math.max(Math.round(height * CAPTION_RATIO), 12));
  const overlays = [{ input: caption.svg, gravity: "south" }];
  if (spec.watermark) overlays.push({ input: fittingWatermark(inner), gravity: "northeast" });

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

/** At least a third of the range in either direction, so that the result never looks like the reference. sharp needs whole degrees. */
function hueShift(hue: number): number {
  const shift = Math.round(HUE_SHIFT_MAX_DEGREES / 3 + (hue / 360) * (HUE_SHIFT_MAX_DEGREES * (2 / 3)));
  return hue % 2 === 0 ? shift : 360 - shift;
}

/** Adds a little colour to every pixel, because a grey picture has no hue to shift. */
function tintFactors(hue: number): number[] {
  const { r, g, b } = hueColour(hue);
  return [r, g, b].map((channel) => 0.8 + 0.35 * (channel / 255));
}

function fittingWatermark(inner: PixelSize): Buffer {
  return watermarkCaption(Math.min(inner.width, inner.height * 4)).svg;
}
