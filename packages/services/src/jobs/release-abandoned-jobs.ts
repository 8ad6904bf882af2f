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
  const [dead] = await ctx.db.$queryRaw<{ workers: string[] }[]>`
    SELECT workers, graphile_worker.force_unlock_workers(workers)::text FROM (
      SELECT array_agg(worker) AS workers FROM (
        SELECT DISTINCT locked_by AS worker FROM graphile_worker.jobs WHERE locked_at < ${takenBefore}::timestamptz
      ) AS holder
      WHERE pg_try_advisory_xact_lock(${livenessKey(Prisma.sql`worker`)})
    ) AS dead WHERE workers IS NOT NULL`;
  if (dead === undefined) return 0;
  ctx.log.warn({ workers: dead.workers }, "jobs of dead workers were given back");
  return dead.workers.length;
}
