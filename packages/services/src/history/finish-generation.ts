import { PublicError } from "@app/core/errors";
import type { PictureSize } from "@app/core/generation/generation-limits";
import { Prisma, type Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { runGrantingTransaction } from "../credits/grant-credits";
import { refundCharge } from "../credits/refund-charge";
import { releaseRunningGeneration } from "../platform/running-generations";
import { writeAgain } from "../platform/write-again";
import { hasEndpoint, type PublishedEvent, publishEvents } from "../webhooks/publish";
import { queueCopyAgain } from "./copy-result";

/**
 * How an open generation ends. `copyLater`: `resultUrl` is the backend's address, and the copy to storage is retried later. `pixels`: the size
 * of a picture, where it is known.
 */
export type GenerationEnd =
  | { status: "completed"; resultUrl: string; copyLater?: boolean; pixels?: PictureSize | null }
  | { status: "failed"; error: string };

/** Soon, because the backend deletes its files after a day. */
const COPY_AGAIN_AFTER_MS = 60_000;

/**
 * Ends an open generation in one transaction: the status, the free slot, the refund when the configuration says so, and the job for a copy
 * that is still missing. A generation that has ended stays as it is.
 * @returns whether this call ended it
 */
export async function finishGeneration(ctx: ServiceContext, id: string, end: GenerationEnd): Promise<boolean> {
  return writeAgain(ctx, id, () => writeEnd(ctx, id, end));
}

async function writeEnd(ctx: ServiceContext, id: string, end: GenerationEnd): Promise<boolean> {
  const now = ctx.now();
  const pixels = end.status === "completed" ? end.pixels : null;
  const ended = await runGrantingTransaction(ctx, async (tx) => {
    const [row] = await tx.$queryRaw<EndedRow[]>`
      UPDATE generation_history AS g SET status = ${end.status}, "leaseUntil" = NULL, "updatedAt" = ${now}::timestamptz, "finishedAt" = ${now}::timestamptz,
        "resultUrl" = coalesce(${end.status === "completed" ? end.resultUrl : null}::text, "resultUrl"),
        width = ${pixels?.width ?? null}::int, height = ${pixels?.height ?? null}::int,
        error = coalesce(${end.status === "failed" ? end.error : null}::text, error)
      WHERE id = ${id} AND status IN ('pending', 'processing')
      RETURNING type, "userId", "taskId", "creditsUsed", "createdAt", ${hasEndpoint(Prisma.sql`g."userId"`)} AS "hasEndpoint"`;
    if (!row) return null;
    await releaseRunningGeneration(ctx, tx, id);
    if (end.status === "failed" && ctx.config.refundFailedGenerations) await refund(tx, id, now);
    if (end.status === "completed" && end.copyLater) {
      const runAt = new Date(now.getTime() + COPY_AGAIN_AFTER_MS);
      await queueCopyAgain(tx, { generationId: id, originalUrl: end.resultUrl }, runAt);
    }
    if (row.hasEndpoint) await publishEvents(tx, [endedEvent(id, row, end, now)]);
    return row;
  });
  if (!ended) return false;
  ctx.metrics.generationEnded(ended.type === "image" ? "image" : "video", end.status);
  return true;
}

interface EndedRow {
  type: string;
  userId: string;
  taskId: string | null;
  creditsUsed: number;
  createdAt: Date;
  hasEndpoint: boolean;
}

function endedEvent(id: string, row: EndedRow, end: GenerationEnd, now: Date): PublishedEvent {
  const { userId, type, taskId, creditsUsed, createdAt } = row;
  const kind = type === "image" ? ("image" as const) : ("video" as const);
  const data = { id, kind, taskId, creditsUsed, createdAt: createdAt.toISOString() };
  return end.status === "completed"
    ? {
        userId,
        type: "generation.completed",
        at: now,
        data: { ...data, status: "completed", resultUrl: end.resultUrl },
      }
    : { userId, type: "generation.failed", at: now, data: { ...data, status: "failed", error: end.error } };
}

async function refund(tx: Tx, id: string, now: Date): Promise<void> {
  const generation = await tx.generationHistory.findUniqueOrThrow({ where: { id } });
  await refundCharge(tx, generation, { now });
}

/** The message of a failure that may be stored and shown. The message of an unexpected error is replaced by `fallback`. */
export function failureText(ctx: ServiceContext, error: unknown, fallback: string): string {
  return error instanceof PublicError ? ctx.redactSecrets(error.message) : fallback;
}
