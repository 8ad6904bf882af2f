import { EventEmitter, once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type createPool, Prisma } from "@app/db/client/db";
import type { WorkerEvents } from "graphile-worker";
import type { ServiceContext } from "../context";

/** Delay before a worker takes its liveness lock again after its connection has broken. */
const RETAKE_LOCK_AFTER_MS = 1_000;

type WorkerPool = ReturnType<typeof createPool>["pool"];

/** The SQL expression for the key of a worker's liveness lock. */
function livenessKey(workerId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`hashtextextended('genmint worker ' || ${workerId}, 0)`;
}

/**
 * Makes a worker hold an advisory lock from its start until its last job has ended. The lock has its own connection, which closes when the
 * process ends in any way: a worker without a lock is dead.
 * @returns the events to run the worker with
 */
export function holdLivenessLock(ctx: ServiceContext, pool: WorkerPool): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  const ended = new AbortController();
  events.on("pool:create", ({ workerPool }) => void holdLock(ctx, pool, workerPool.id, ended.signal));
  events.on("pool:release", () => ended.abort());
  return events;
}

async function holdLock(ctx: ServiceContext, pool: WorkerPool, workerId: string, ended: AbortSignal): Promise<void> {
  // A failed worker may never emit `pool:release`. The loop then ends with the pool.
  while (!ended.aborted && !pool.ending) {
    try {
      await holdLockOnce(pool, workerId, ended);
    } catch (error) {
      if (!ended.aborted) ctx.log.warn({ err: error, job: true }, "worker announces itself again");
    }
    await pause(RETAKE_LOCK_AFTER_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}

/** Holds the lock until the worker ends or the connection breaks. */
async function holdLockOnce(pool: WorkerPool, workerId: string, ended: AbortSignal): Promise<void> {
  const client = await pool.connect();
  try {
    const broken = once(client, "end", { signal: ended });
    // Handled here as well, because the connection may break before it is awaited below. The await rejects in any case.
    broken.catch(() => undefined);
    const { text, values } = takeLock(workerId);
    await client.query(text, values);
    await broken;
  } finally {
    client.release(true);
  }
}

/**
 * The lock is shared, so that an old connection that the server still considers open does not block the next one. The keepalive settings
 * make the server notice a vanished host within a minute instead of two hours.
 */
function takeLock(workerId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT set_config('tcp_keepalives_idle', '30', false), set_config('tcp_keepalives_interval', '10', false),
      set_config('tcp_keepalives_count', '3', false), pg_advisory_lock_shared(${livenessKey(Prisma.sql`${workerId}::text`)})`;
}

/** A worker that has just started may not have its lock yet, so jobs locked more recently than this are left alone. */
const START_MAX_MS = 30_000;
/** A worker that has lost its connection takes its lock again within this time. */
const LOOK_AGAIN_AFTER_MS = 5_000;

/**
 * Unlocks the jobs of dead workers, so that other workers run them. graphile-worker itself would wait four hours. A worker is dead when
 * nobody holds its liveness lock, now and again after a wait: unlocking the job of a living worker would run it twice at once.
 * @param wait for tests: what happens between the two looks
 * @returns the number of dead workers
 */
export async function releaseAbandonedJobs(
  ctx: ServiceContext,
  wait: () => Promise<unknown> = () => pause(LOOK_AGAIN_AFTER_MS),
): Promise<number> {
  const lockedBefore = new Date(ctx.now().getTime() - START_MAX_MS);
  const suspects = await ctx.db.$queryRaw<{ worker: string }[]>`
    SELECT worker FROM (
      SELECT DISTINCT locked_by AS worker FROM graphile_worker.jobs WHERE locked_at < ${lockedBefore}::timestamptz
    ) AS holder
    WHERE ${isUnlocked()}`;
  if (suspects.length === 0) return 0;
  await wait();
  const [dead] = await ctx.db.$queryRaw<{ workers: string[] }[]>`
    SELECT workers, graphile_worker.force_unlock_workers(workers)::text FROM (
      SELECT array_agg(worker) AS workers FROM unnest(${suspects.map(({ worker }) => worker)}::text[]) AS suspect (worker)
      WHERE ${isUnlocked()}
    ) AS dead WHERE workers IS NOT NULL`;
  if (dead === undefined) return 0;
  ctx.log.warn({ workers: dead.workers }, "jobs of dead workers were given back");
  return dead.workers.length;
}

/** The SQL condition that nobody holds the lock of the row's `worker`. */
function isUnlocked(): Prisma.Sql {
  return Prisma.sql`pg_try_advisory_xact_lock(${livenessKey(Prisma.sql`worker`)})`;
}
