import { IMAGE_COST_CREDITS } from "@app/core/credits/costs";
import { AppError } from "@app/core/errors";
import type { GenerateImageInput } from "@app/core/image/image-input";
import type { UserContext } from "../context";
import { beginGeneration, referenceForHistory } from "../history/begin-generation";
import { copyResult } from "../history/copy-result";
import { failureText, finishGeneration } from "../history/finish-generation";
import { prepareReference } from "../upload/prepare-reference";

export interface GeneratedImage {
  id: string;
  url: string;
  revisedPrompt: string;
  remainingCredits: number;
  sourceImageUrl: string;
}

/**
 * Makes an image from a reference image for 20 credits. A failure is kept in the history and is not refunded.
 * @throws AppError `insufficient_credits`, or `internal` "Failed to generate image"; as `prepareReference` does, uncharged
 */
export async function generateImage(ctx: UserContext, input: GenerateImageInput): Promise<GeneratedImage> {
  const { prompt, imageUrl, size, watermark } = input;
  const sentUrl = await prepareReference(ctx, "image", imageUrl);
  const reference = referenceForHistory(imageUrl);
  const { id, remainingCredits } = await beginGeneration(ctx, {
    type: "image",
    prompt,
    imageUrl: reference.address,
    costCredits: IMAGE_COST_CREDITS,
    status: "processing",
    metadata: { size, watermark, imageUrl: reference.label },
  });
  try {
    const image = await ctx.clients.image.generate({ prompt, imageUrl: sentUrl, size, watermark });
    const url = await copyResult(ctx, "image", { userId: ctx.actor.id, originalUrl: image.url });
    await finishGeneration(ctx, id, { status: "completed", resultUrl: url });
    return { id, url, revisedPrompt: image.revisedPrompt ?? prompt, remainingCredits, sourceImageUrl: imageUrl };
  } catch (cause) {
    ctx.log.warn({ err: cause, generationId: id }, "image generation failed");
    await finishGeneration(ctx, id, { status: "failed", error: failureText(ctx, cause, "Failed to generate image") });
    throw new AppError("internal", "Failed to generate image", { cause });
  }
}
