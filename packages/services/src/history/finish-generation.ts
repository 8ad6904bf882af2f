import { setTimeout as pause } from "node:timers/promises";
import { PublicError } from "@app/core/errors";
import type { Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { refundCharge } from "../credits/refund-charge";
import { queueJob } from "../platform/job-queue";
import { releaseRunningGeneration } from "../platform/running-generations";

/** How an open generation ends. `copyLater`: the address is the backend's own, and the copy is to be tried again. */
export type GenerationEnd =
  | { status: "completed"; resultUrl: string; copyLater?: boolean }
  | { status: "failed"; error: string };

/** The backend keeps its files for a day; the first try again is soon. */
const COPY_AGAIN_AFTER_MS = 60_000;
/** What was paid for and made is not given up because the database could not be reached for a moment. */
const WRITE_ATTEMPTS_MAX = 3;
const WRITE_AGAIN_AFTER_MS = 500;

/**
 * Ends a generation that is still open, with what follows from its end: the refund where that is the policy, the copy that is still
 * to be made. One that has ended stays as it is: the first end is final.
 * @returns whether this call ended it
 */
export async function finishGeneration(ctx: ServiceContext, id: string, end: GenerationEnd): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await writeEnd(ctx, id, end);
    } catch (error) {
      if (attempt === WRITE_ATTEMPTS_MAX) throw error;
      ctx.log.warn({ err: error, generationId: id }, "the end of a generation is written again");
      await pause(WRITE_AGAIN_AFTER_MS);
    }
  }
}

async function writeEnd(ctx: ServiceContext, id: string, end: GenerationEnd): Promise<boolean> {
  const now = ctx.now();
  return ctx.db.$transaction(async (tx) => {
    const result = end.status === "completed" ? { resultUrl: end.resultUrl } : { error: end.error };
    const { count } = await tx.generationHistory.updateMany({
      where: { id, status: { in: ["pending", "processing"] } },
      data: { ...result, status: end.status, leaseUntil: null, updatedAt: now },
    });
    if (count === 0) return false;
    await releaseRunningGeneration(ctx, tx, id);
    if (end.status === "failed" && ctx.config.refundFailedGenerations) await refund(tx, id, now);
    if (end.status === "completed" && end.copyLater) {
      const runAt = new Date(now.getTime() + COPY_AGAIN_AFTER_MS);
      const payload = { generationId: id, originalUrl: end.resultUrl };
      await queueJob(tx, "copy-result-again", payload, { key: `copy-result-again:${id}`, runAt });
    }
    return true;
  });
}

async function refund(tx: Tx, id: string, now: Date): Promise<void> {
  const generation = await tx.generationHistory.findUniqueOrThrow({ where: { id } });
  await refundCharge(tx, generation, { now });
}

/** The words of a failure that may be stored and shown: our own and an outside party's, never those of an unforeseen error. */
export function failureText(ctx: ServiceContext, error: unknown, fallback: string): string {
  return error instanceof PublicError ? ctx.redactSecrets(error.message) : fallback;
}
