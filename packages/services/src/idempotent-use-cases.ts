import { AppError } from "@app/core/errors";
import type { GenerateImageInput } from "@app/core/image/image-input";
import { createCheckout } from "./billing/checkout";
import type { UserContext } from "./context";
import { adjustCredits } from "./credits/adjust-credits";
import { type GeneratedImage, generateImage } from "./image/generate-image";
import { idempotent, type StoredForm } from "./platform/idempotent-use-case";
import { rateLimited } from "./platform/rate-limits";
import { whereConfigured } from "./platform/require-configured";
import { type SubmittedVideo, submitVideo } from "./video/submit-video";

/** Whoever did the work keeps its own, better answer at once; one that has not by then is gone. */
const RESPONSE_STORED_WITHIN_MS = 5_000;

/**
 * An image that was paid for by a request that broke off; null while it may still be made, or answered.
 * @throws AppError `internal`, as the first request would have, when it failed
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

/**
 * A video task that was paid for by a request that broke off; null while it may still be submitted, or answered.
 * @throws AppError `internal`, as the first request would have, when it could not be
 */
async function recoverVideo(ctx: UserContext, charge: { reference: string }): Promise<SubmittedVideo | null> {
  const row = await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: charge.reference } });
  if (row.taskId === null && row.status === "failed")
    throw new AppError("internal", row.error ?? "Failed to generate video");
  if (row.taskId === null || mayStillRespond(ctx, row)) return null;
  const remainingCredits = await balanceAfterCharge(ctx, row.id);
  return { id: row.id, taskId: row.taskId, status: "processing", remainingCredits };
}

function mayStillRespond(ctx: UserContext, row: { updatedAt: Date }): boolean {
  return ctx.now().getTime() - row.updatedAt.getTime() < RESPONSE_STORED_WITHIN_MS;
}

/** What the first request would have answered as the balance: other requests may have changed it since. */
async function balanceAfterCharge(ctx: UserContext, generationId: string): Promise<number> {
  const { balanceAfter } = await ctx.db.creditLedger.findFirstOrThrow({
    where: { userId: ctx.actor.id, paymentId: generationId, delta: { lt: 0 } },
    select: { balanceAfter: true },
  });
  return balanceAfter;
}

/** The answer repeats the reference picture, which may be a data URL of megabytes. */
const WITHOUT_REFERENCE: StoredForm<GenerateImageInput, GeneratedImage, Omit<GeneratedImage, "sourceImageUrl">> = {
  pack: ({ sourceImageUrl: _ofRequest, ...kept }) => kept,
  unpack: (kept, { imageUrl }) => ({ ...kept, sourceImageUrl: imageUrl }),
};

/** The use cases that a request with an Idempotency-Key may repeat; chat streams have `streamChatOnce`. */
export const generateImageOnce = whereConfigured(
  "image",
  rateLimited("generation", idempotent("image", generateImage, recoverImage, WITHOUT_REFERENCE)),
);

export const submitVideoOnce = whereConfigured(
  "video",
  rateLimited("generation", idempotent("video", submitVideo, recoverVideo)),
);

/** A checkout charges nothing by itself: there is never one to recover. */
export const createCheckoutOnce = rateLimited(
  "checkout",
  idempotent("checkout", createCheckout, async () => null),
);

/** The note on the key is written with the change: a repetition that finds it knows the answer. */
export const adjustCreditsOnce = idempotent("adjust-credits", adjustCredits, async () => ({ success: true as const }));
