import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { readJson } from "../bounded-body";
import { type FaultEnv, faultGate } from "../fault-gate";
import { BackendError, invalidParameter, simulatedError } from "./backend-error";
import type { GenerationAppOptions } from "./create-generation-app";
import { outputSize } from "./image-size";
import { loadReference } from "./load-reference";
import { checkImageSize, checkPicture, imageModelLimits } from "./model-limits";
import { renderImage } from "./render-image";
import { hasTrigger } from "./trigger-words";

/** A reference of 10 MB as a data URL, and the rest of the request. */
export const IMAGE_BODY_MAX_BYTES = 16 * 1024 * 1024;

/** Reference pictures of one request, for images and for videos. */
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
    // The picture is drawn from the first one; the model would refuse each of them.
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
