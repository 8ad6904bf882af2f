import { Prisma } from "@app/db/client";
import type { ServiceContext } from "../context";
import { livenessKey } from "./worker-liveness";

/** A worker that has just started, or has lost its connection, is given this long to announce itself. */
const ANNOUNCE_MAX_MS = 30_000;

/**
 * Gives jobs back to the queue whose worker died with them. By itself the queue keeps them from everybody for four hours. A worker is
 * dead when nobody holds the lock that says it lives.
 * @returns how many workers were found dead
 */
export async function releaseAbandonedJobs(ctx: ServiceContext): Promise<number> {
  const takenBefore = new Date(ctx.now().getTime() - ANNOUNCE_MAX_MS);
  return ctx.db.$transaction(async (tx) => {
    const dead = await tx.$queryRaw<{ worker: string }[]>`
      SELECT worker FROM (
        SELECT DISTINCT locked_by AS worker FROM graphile_worker.jobs WHERE locked_at < ${takenBefore}::timestamptz
      ) holder
      WHERE pg_try_advisory_xact_lock(${livenessKey(Prisma.sql`worker`)})`;
    if (dead.length === 0) return 0;
    const workers = dead.map(({ worker }) => worker);
    await tx.$executeRaw`SELECT graphile_worker.force_unlock_workers(${workers}::text[])`;
    ctx.log.warn({ workers }, "jobs of dead workers were given back");
    return dead.length;
  });
}
