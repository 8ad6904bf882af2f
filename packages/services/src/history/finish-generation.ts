import { setTimeout as pause } from "node:timers/promises";
import { PublicError } from "@app/core/errors";
import type { Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { runGrantingTransaction } from "../credits/grant-credits";
import { refundCharge } from "../credits/refund-charge";
import { queueJob } from "../platform/job-queue";
import { releaseRunningGeneration } from "../platform/running-generations";

/** How an open generation ends. `copyLater`: `resultUrl` is the backend's address, and the copy to storage is retried later. */
export type GenerationEnd =
  | { status: "completed"; resultUrl: string; copyLater?: boolean }
  | { status: "failed"; error: string };

/** Soon, because the backend deletes its files after a day. */
const COPY_AGAIN_AFTER_MS = 60_000;
/** A generation that was paid for is not given up when the database is unreachable for a moment. */
const WRITE_ATTEMPTS_MAX = 3;
const WRITE_RETRY_DELAY_MS = 500;

/**
 * Ends an open generation in one transaction: the status, the free slot, the refund when the configuration says so, and the job for a copy
 * that is still missing. A generation that has ended stays as it is.
 * @returns whether this call ended it
 */
export async function finishGeneration(ctx: ServiceContext, id: string, end: GenerationEnd): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeEnd(ctx, id, end);
    } catch (error) {
      if (attempt === WRITE_ATTEMPTS_MAX) throw error;
      ctx.log.warn({ err: error, generationId: id }, "the end of a generation is written again");
      await pause(WRITE_RETRY_DELAY_MS);
    }
  }
}

async function writeEnd(ctx: ServiceContext, id: string, end: GenerationEnd): Promise<boolean> {
  const now = ctx.now();
  const ended = await runGrantingTransaction(ctx, async (tx) => {
    const result = end.status === "completed" ? { resultUrl: end.resultUrl } : { error: end.error };
    const [row] = await tx.generationHistory.updateManyAndReturn({
      where: { id, status: { in: ["pending", "processing"] } },
      data: { ...result, status: end.status, leaseUntil: null, updatedAt: now },
      select: { type: true },
    });
    if (!row) return null;
    await releaseRunningGeneration(ctx, tx, id);
    if (end.status === "failed" && ctx.config.refundFailedGenerations) await refund(tx, id, now);
    if (end.status === "completed" && end.copyLater) {
      const runAt = new Date(now.getTime() + COPY_AGAIN_AFTER_MS);
      const payload = { generationId: id, originalUrl: end.resultUrl };
      await queueJob(tx, "copy-result-again", payload, { key: `copy-result-again:${id}`, runAt });
    }
    return row;
  });
  if (!ended) return false;
  ctx.metrics.generationEnded(ended.type === "image" ? "image" : "video", end.status);
  return true;
}

async function refund(tx: Tx, id: string, now: Date): Promise<void> {
  const generation = await tx.generationHistory.findUniqueOrThrow({ where: { id } });
  await refundCharge(tx, generation, { now });
}

/** The message of a failure that may be stored and shown. The message of an unexpected error is replaced by `fallback`. */
export function failureText(ctx: ServiceContext, error: unknown, fallback: string): string {
  return error instanceof PublicError ? ctx.redactSecrets(error.message) : fallback;
}
