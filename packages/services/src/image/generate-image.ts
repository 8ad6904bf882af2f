import type { ImageRequest } from "@app/clients/image/image-backend";
import { IMAGE_COST_CREDITS } from "@app/core/credits/costs";
import { AppError } from "@app/core/errors";
import type { GenerateImageInput } from "@app/core/image/image-input";
import type { UserContext } from "../context";
import { balanceAfterCharge, beginGeneration, mayStillRespond, referenceForHistory } from "../history/begin-generation";
import { copyResult } from "../history/copy-result";
import { failureText, finishGeneration } from "../history/finish-generation";
import { type IdempotentOperation, runIdempotent } from "../platform/idempotent-use-case";
import { requireAllowedPrompt } from "../platform/moderate-prompt";
import { consumeUserLimit } from "../platform/rate-limits";
import { requireConfigured } from "../platform/require-configured";
import { withSpan } from "../platform/spans";
import { prepareReference } from "../upload/prepare-reference";

/** The response of `POST /api/image/generate`. */
export interface GeneratedImage {
  id: string;
  url: string;
  revisedPrompt: string;
  remainingCredits: number;
  sourceImageUrl: string;
}

/**
 * The entry for REST and tRPC: generates an image for 20 credits, once per Idempotency-Key.
 * @throws AppError `not_configured`, `rate_limited`, `conflict` for the key, otherwise as `generateImage`
 */
export async function generateImageOnce(ctx: UserContext, input: GenerateImageInput): Promise<GeneratedImage> {
  return withSpan("generateImageOnce", async () => {
    requireConfigured(ctx, "image");
    await consumeUserLimit(ctx, "generation");
    return runIdempotent(ctx, input, IMAGE_OPERATION);
  });
}

/**
 * Spends the credits, calls the backend, copies the result to storage and ends the history row. A failure stays in the history;
 * `finishGeneration` refunds it when the configuration says so.
 * @throws AppError `insufficient_credits`, or `internal` "Failed to generate image"; as `prepareReference` and
 *   `requireAllowedPrompt` before the charge
 */
export async function generateImage(ctx: UserContext, input: GenerateImageInput): Promise<GeneratedImage> {
  const { prompt, imageUrl, size, watermark } = input;
  const sentUrl = await prepareReference(ctx, "image", imageUrl);
  await requireAllowedPrompt(ctx, prompt);
  const reference = referenceForHistory(imageUrl);
  const { id, remainingCredits } = await beginGeneration(ctx, {
    type: "image",
    prompt,
    imageUrl: reference.address,
    costCredits: IMAGE_COST_CREDITS,
    status: "processing",
    metadata: { size, watermark, imageUrl: reference.label },
  });
  const { url, pixels, copyLater, revisedPrompt } = await makeImage(ctx, id, {
    prompt,
    imageUrl: sentUrl,
    size,
    watermark,
  });
  // Where this fails, the image is not ended as failed: it is there, and may be stored already.
  await finishGeneration(ctx, id, { status: "completed", resultUrl: url, pixels, copyLater });
  return { id, url, revisedPrompt: revisedPrompt ?? prompt, remainingCredits, sourceImageUrl: imageUrl };
}

/** Calls the backend and copies the result to storage. A failure ends the history row. */
async function makeImage(ctx: UserContext, id: string, request: ImageRequest) {
  try {
    const { url: originalUrl, revisedPrompt } = await ctx.clients.image.generate(request);
    const copied = await copyResult(ctx, "image", { userId: ctx.actor.id, originalUrl });
    return { url: copied.url, pixels: copied.size, copyLater: copied.copyLater ?? false, revisedPrompt };
  } catch (cause) {
    ctx.log.warn({ err: cause, generationId: id }, "image generation failed");
    await finishGeneration(ctx, id, { status: "failed", error: failureText(ctx, cause, "Failed to generate image") });
    throw new AppError("internal", "Failed to generate image", { cause });
  }
}

/**
 * Rebuilds the response of a request that was charged and then died. Null while the image may still be completed or the first request
 * may still respond.
 * @throws AppError `internal`, as the first request would have, when the generation failed
 */
export async function recoverImage(ctx: UserContext, charge: { reference: string }): Promise<GeneratedImage | null> {
  const row = await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: charge.reference } });
  if (row.status === "failed") throw new AppError("internal", "Failed to generate image");
  if (row.resultUrl === null || mayStillRespond(ctx, row)) return null;
  return {
    id: row.id,
    url: row.resultUrl,
    revisedPrompt: row.prompt,
    remainingCredits: await balanceAfterCharge(ctx, row.id),
    sourceImageUrl: row.imageUrl ?? "",
  };
}

/** The response repeats the reference image, which may be a data URL of megabytes: it is not stored with the key. */
const IMAGE_OPERATION: IdempotentOperation<
  GenerateImageInput,
  GeneratedImage,
  Omit<GeneratedImage, "sourceImageUrl">
> = {
  name: "image",
  run: generateImage,
  recover: recoverImage,
  storedForm: {
    pack: ({ sourceImageUrl: _sourceImageUrl, ...stored }) => stored,
    unpack: (stored, { imageUrl }) => ({ ...stored, sourceImageUrl: imageUrl }),
  },
};
