import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type createPool, Prisma } from "@app/db/client/db";
import type { WorkerEvents } from "graphile-worker";
import type { ServiceContext } from "../context";

/** How soon a worker whose connection broke announces itself again. */
const ANNOUNCE_AGAIN_AFTER_MS = 1_000;

type WorkerPool = ReturnType<typeof createPool>["pool"];

/** The advisory lock that says a worker lives, as an expression over its id. */
function livenessKey(workerId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`hashtextextended('genmint worker ' || ${workerId}, 0)`;
}

/**
 * Makes a worker announce that it lives: from its start until its last job has ended it holds an advisory lock, on a connection of
 * its own that ends with the process however that ends.
 * @returns the events to run the worker with
 */
export function announceLife(ctx: ServiceContext, pool: WorkerPool): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  const ended = new AbortController();
  events.on("pool:create", ({ workerPool }) => void holdLock(ctx, pool, workerPool.id, ended.signal));
  events.on("pool:release", () => ended.abort());
  return events;
}

async function holdLock(ctx: ServiceContext, pool: WorkerPool, workerId: string, ended: AbortSignal): Promise<void> {
  // A worker that failed may never say that it has ended: then the end of its pool does.
  while (!ended.aborted && !pool.ending) {
    try {
      await holdLockOnce(pool, workerId, ended);
    } catch (error) {
      if (!ended.aborted) ctx.log.warn({ err: error, job: true }, "worker announces itself again");
    }
    await pause(ANNOUNCE_AGAIN_AFTER_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}

/** Until the worker has ended, or the connection has. */
async function holdLockOnce(pool: WorkerPool, workerId: string, ended: AbortSignal): Promise<void> {
  const client = await pool.connect();
  try {
    const broken = once(client, "end", { signal: ended });
    // It may break before the lock is taken.
    broken.catch(() => undefined);
    const { text, values } = announcement(workerId);
    await client.query(text, values);
    await broken;
  } finally {
    client.release(true);
  }
}

/**
 * The lock is shared, so that a connection the server has not given up yet is not in the way of the next one. A host that vanishes
 * without closing its connections is given up after a minute, not after the system's two hours.
 */
function announcement(workerId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
      set_config('tcp_keepalives_count', '3', false), pg_advisory_lock_shared(${livenessKey(Prisma.sql`${workerId}::text`)})`;
}

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
