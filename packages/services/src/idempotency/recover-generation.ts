import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import type { GeneratedImage } from "../image/generate-image";
import type { SubmittedVideo } from "../video/submit-video";

/**
 * An image that was paid for by a request that broke off; null while it may still be made.
 * @throws AppError `internal`, as the first request would have, when it failed
 */
export async function recoverImage(ctx: UserContext, charge: { reference: string }): Promise<GeneratedImage | null> {
  const row = await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: charge.reference } });
  if (row.status === "failed") throw new AppError("internal", "Failed to generate image");
  if (row.resultUrl === null) return null;
  return {
    id: row.id,
    url: row.resultUrl,
    revisedPrompt: row.prompt,
    remainingCredits: ctx.actor.credits,
    sourceImageUrl: row.imageUrl ?? "",
  };
}

/**
 * A video task that was paid for by a request that broke off; null while it may still be submitted.
 * @throws AppError `internal`, as the first request would have, when it could not be
 */
export async function recoverVideo(ctx: UserContext, charge: { reference: string }): Promise<SubmittedVideo | null> {
  const row = await ctx.db.generationHistory.findUniqueOrThrow({ where: { id: charge.reference } });
  if (row.taskId !== null)
    return { id: row.id, taskId: row.taskId, status: "processing", remainingCredits: ctx.actor.credits };
  if (row.status === "failed") throw new AppError("internal", row.error ?? "Failed to generate video");
  return null;
}
