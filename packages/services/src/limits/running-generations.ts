import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client";
import type { ServiceContext, UserContext } from "../context";
import { countEnd } from "./count-end";
import { countStart } from "./count-start";

const RETRY_AFTER_SECONDS = 10;

/**
 * Begins a generation and counts it among those of the user that run, unless as many run as may.
 * @param id under which it is taken out again: `noteEnd`, or for images and videos `noteGenerationEnd`
 * @throws AppError `rate_limited`, or what `begin` throws; it does not count then
 */
export async function startCounted<Begun>(ctx: UserContext, id: string, begin: () => Promise<Begun>): Promise<Begun> {
  await acquireRunning(ctx, id);
  try {
    return await begin();
  } catch (error) {
    await releaseRunning(ctx, id);
    throw error;
  }
}

async function acquireRunning(ctx: UserContext, id: string): Promise<void> {
  const { limits } = ctx.config;
  if (!limits) return;
  const start = { userId: ctx.actor.id, id, now: ctx.now(), max: limits.generationsAtOnceMax };
  if (await countStart(ctx.db, start)) return;
  throw new AppError("rate_limited", "Too many generations at once", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

/** Takes out what the acting user began. */
export async function releaseRunning(ctx: UserContext, id: string): Promise<void> {
  if (!ctx.config.limits) return;
  await countEnd(ctx.db, { userId: ctx.actor.id, id });
}

/** Takes out an image or a video, whoever finds that it is over. */
export async function releaseRunningGeneration(ctx: ServiceContext, tx: Tx, id: string): Promise<void> {
  if (!ctx.config.limits) return;
  await tx.$executeRaw`
    UPDATE running_generations SET holders = holders - ${id}::text
    WHERE "userId" = (SELECT "userId" FROM generation_history WHERE id = ${id})`;
}
