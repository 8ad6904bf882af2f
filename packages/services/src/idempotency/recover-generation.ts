import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import type { GeneratedImage } from "../image/generate-image";
import type { SubmittedVideo } from "../video/submit-video";

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
export async function recoverVideo(ctx: UserContext, charge: { reference: string }): Promise<SubmittedVideo | null> {
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
