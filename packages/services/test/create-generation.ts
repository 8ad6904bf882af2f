import { IMAGE_COST_CREDITS, VIDEO_COST_CREDITS } from "@app/core/credits/costs";
import type { Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../src/context";
import { beginGeneration } from "../src/history/begin-generation";
import { actAs, createUser } from "./test-context";

export interface CreatedGeneration {
  id: string;
  userId: string;
}

/** A charged generation of a new user, with these columns. */
export async function createGeneration(
  ctx: ServiceContext,
  type: "image" | "video",
  columns: Prisma.GenerationHistoryUpdateInput = {},
): Promise<CreatedGeneration> {
  const costCredits = type === "image" ? IMAGE_COST_CREDITS : VIDEO_COST_CREDITS;
  const userId = await createUser(ctx, costCredits);
  const user = await actAs(ctx, userId);
  const { id } = await beginGeneration(user, {
    type,
    prompt: "a boat",
    imageUrl: null,
    costCredits,
    status: type === "image" ? "processing" : "pending",
    metadata: {},
  });
  await ctx.db.generationHistory.update({ where: { id }, data: { updatedAt: ctx.now(), ...columns } });
  return { id, userId };
}
