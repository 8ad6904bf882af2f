import { AppError } from "@app/core/errors";
import { Prisma } from "@app/db/client/db";
import type { UserContext } from "../context";
import { spendCredits } from "../credits/spend-credits";
import type { CompanionWrites } from "../credits/write-spends";
import { createId } from "../platform/create-id";
import { startLimited } from "../platform/running-generations";

export interface NewGeneration {
  type: "image" | "video";
  prompt: string;
  imageUrl: string | null;
  costCredits: number;
  /** Status of the row after the charge. */
  status: "pending" | "processing";
  metadata: Readonly<Record<string, unknown>>;
}

interface HistoryRow extends NewGeneration {
  id: string;
  now: Date;
}

/** Writes the history row in the statement of the charge. */
const HISTORY_ROW: CompanionWrites<HistoryRow> = {
  write: (rows) => Prisma.sql`, history AS (
    INSERT INTO generation_history (id, "userId", type, prompt, "imageUrl", status, "creditsUsed", metadata, "createdAt", "updatedAt")
    SELECT id, "userId", type, prompt, image_url, status, cost, metadata, at, at
    FROM granted JOIN unnest(
      ${rows.map(({ id }) => id)}::text[], ${rows.map(({ type }) => type)}::text[], ${rows.map(({ prompt }) => prompt)}::text[],
      ${rows.map(({ imageUrl }) => imageUrl)}::text[], ${rows.map(({ status }) => status)}::text[],
      ${rows.map(({ metadata }) => JSON.stringify(metadata))}::text[]
    ) WITH ORDINALITY AS row(id, type, prompt, image_url, status, metadata, position) USING (position)
  )`,
};

/**
 * Spends the credits and writes the history row in one statement: a charged generation always has its row. When another request has spent
 * the credits in the meantime, a failed row is written, which the history shows.
 * @throws AppError `rate_limited` when too many generations run; `insufficient_credits`, with `creditsNeeded` when the balance was too low
 *   from the start
 */
export async function beginGeneration(
  ctx: UserContext,
  generation: NewGeneration,
): Promise<{ id: string; remainingCredits: number }> {
  const { type, costCredits } = generation;
  const reason = type === "image" ? "image_generation" : "video_generation";
  if (ctx.actor.credits < costCredits) {
    ctx.metrics.spendRefused(reason);
    throw new AppError("insufficient_credits", "Insufficient credits", {
      fields: { creditsNeeded: costCredits, remainingCredits: ctx.actor.credits },
    });
  }
  const id = createId();
  const now = ctx.now();
  const spend = {
    entryId: id,
    userId: ctx.actor.id,
    costCredits,
    reason,
    reference: id,
    now,
    claimedKey: ctx.claimedKey,
    apiKeyId: ctx.apiKeyId,
    lowThreshold: ctx.config.lowCreditsThreshold,
  } as const;
  return startLimited(ctx, id, async () => {
    const { spent, remainingCredits } = await spendCredits(ctx, spend, HISTORY_ROW, { id, now, ...generation });
    if (spent) return { id, remainingCredits };
    await writeFailedRow(ctx, id, generation, now);
    throw new AppError("insufficient_credits", "Insufficient credits", { fields: { remainingCredits } });
  });
}

async function writeFailedRow(ctx: UserContext, id: string, generation: NewGeneration, now: Date): Promise<void> {
  const { type, prompt, imageUrl, costCredits, metadata } = generation;
  await ctx.db.generationHistory.create({
    data: {
      id,
      userId: ctx.actor.id,
      type,
      prompt,
      imageUrl,
      status: "failed",
      creditsUsed: costCredits,
      error: "Insufficient credits",
      metadata: JSON.stringify(metadata),
      createdAt: now,
      updatedAt: now,
    },
  });
}

/** The first request stores its response within this time, or its process has died. */
const RESPONSE_STORED_WITHIN_MS = 5_000;

/** Whether the request that charged this generation or chat may still respond itself: its response has more detail than a recovered one. */
export function mayStillRespond(ctx: UserContext, row: { updatedAt: Date }): boolean {
  return ctx.now().getTime() - row.updatedAt.getTime() < RESPONSE_STORED_WITHIN_MS;
}

/** The balance right after the charge of a generation. Other requests may have changed the user's balance since. */
export async function balanceAfterCharge(ctx: UserContext, generationId: string): Promise<number> {
  const { balanceAfter } = await ctx.db.creditLedger.findFirstOrThrow({
    where: { userId: ctx.actor.id, paymentId: generationId, delta: { lt: 0 } },
    select: { balanceAfter: true },
  });
  return balanceAfter;
}

/** A reference image as the history stores it. */
export interface HistoryReference {
  /** Null for an image that was sent inline. */
  address: string | null;
  /** The address, or the media type of the inline image, such as `data:image/png;base64`. */
  label: string;
}

/** Stores an address as it is, and of an inline image only its media type: the image may have megabytes. */
export function referenceForHistory(imageUrl: string): HistoryReference {
  if (!/^data:/i.test(imageUrl)) return { address: imageUrl, label: imageUrl };
  return { address: null, label: imageUrl.slice(0, imageUrl.indexOf(",")) };
}
