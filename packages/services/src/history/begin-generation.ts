import { AppError } from "@app/core/errors";
import { Prisma } from "@app/db/client";
import { v7 as uuid } from "uuid";
import type { UserContext } from "../context";
import { spendCredits } from "../credits/spend-credits";
import { whileCounted } from "../limits/running-generations";

export interface NewGeneration {
  type: "image" | "video";
  prompt: string;
  imageUrl: string | null;
  costCredits: number;
  /** Status of a row that has been paid for. */
  status: "pending" | "processing";
  metadata: Readonly<Record<string, unknown>>;
}

/**
 * Takes the credits and writes the history row in one statement: a charged generation always has its row.
 * A spend that fails because another took the credits meanwhile leaves a failed row, as the history is to show it.
 * @throws AppError `rate_limited` when too many run at once; `insufficient_credits`, with `creditsNeeded` when the balance was too low from the start
 */
export async function beginGeneration(
  ctx: UserContext,
  generation: NewGeneration,
): Promise<{ id: string; remainingCredits: number }> {
  const { type, costCredits } = generation;
  if (ctx.actor.credits < costCredits) {
    throw new AppError("insufficient_credits", "Insufficient credits", {
      fields: { creditsNeeded: costCredits, remainingCredits: ctx.actor.credits },
    });
  }
  const id = uuid();
  const now = ctx.now();
  const history = Prisma.sql`, history AS (
    INSERT INTO generation_history (id, "userId", type, prompt, "imageUrl", status, "creditsUsed", error, metadata, "createdAt", "updatedAt")
    SELECT ${id}, ${ctx.actor.id}, ${type}, ${generation.prompt}, ${generation.imageUrl},
      CASE WHEN EXISTS (SELECT FROM spent) THEN ${generation.status} ELSE 'failed' END, ${costCredits}::int,
      CASE WHEN EXISTS (SELECT FROM spent) THEN NULL ELSE 'Insufficient credits' END,
      ${JSON.stringify(generation.metadata)}, ${now}::timestamptz, ${now}::timestamptz
  )`;
  const reason = type === "image" ? "image_generation" : "video_generation";
  const spend = { userId: ctx.actor.id, costCredits, reason, reference: id, now, claimedKey: ctx.claimedKey } as const;
  return whileCounted(ctx, id, async () => {
    const { spent, remainingCredits } = await spendCredits(ctx.db, spend, history);
    if (!spent) throw new AppError("insufficient_credits", "Insufficient credits", { fields: { remainingCredits } });
    return { id, remainingCredits };
  });
}
