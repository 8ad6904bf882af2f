import { AppError } from "@app/core/errors";
import type { Db, Tx } from "@app/db/client/db";
import type { ServiceContext, UserContext } from "../context";
import { batchPerDatabase } from "./per-database";

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

/** A generation that is to begin. */
export interface RunningStart {
  userId: string;
  id: string;
  now: Date;
  /** How many of the user's may run at once, this one included. */
  max: number;
}

/** What a crash left here counts no more after this; neither does a video that takes longer, up to a day. */
const RUNNING_MAX_MS = 15 * 60 * 1000;
const batchedStart = batchPerDatabase(countStarts);

/** Counts a generation among those of its user that run; false when as many run as may. Starts of the same moment share a statement. */
function countStart(db: Db, start: RunningStart): Promise<boolean> {
  return batchedStart(db, start);
}

/** A statement decides on one start of a user; the user's others wait for the next. */
async function countStarts(db: Db, starts: readonly RunningStart[]): Promise<boolean[]> {
  const counted = new Set<string>();
  for (let left = starts; left.length > 0; ) {
    const ofUsers = new Map(left.toReversed().map((start) => [start.userId, start]));
    for (const id of await insertStarts(db, [...ofUsers.values()])) counted.add(id);
    left = left.filter((start) => ofUsers.get(start.userId) !== start);
  }
  return starts.map(({ id }) => counted.has(id));
}

/** Rows are locked in the order of their users, and counted while they are. */
async function insertStarts(db: Db, starts: readonly RunningStart[]): Promise<string[]> {
  const now = new Date(Math.max(...starts.map((start) => start.now.getTime())));
  const endsAt = new Date(now.getTime() + RUNNING_MAX_MS);
  const [{ max = 0 } = {}] = starts;
  const rows = await db.$queryRaw<{ userId: string }[]>`
    INSERT INTO running_generations ("userId", holders, "endsAt")
    SELECT "userId", jsonb_build_object(id, ${endsAt.getTime()}::bigint), ${endsAt}::timestamptz
    FROM unnest(${starts.map(({ userId }) => userId)}::text[], ${starts.map(({ id }) => id)}::text[]) AS start("userId", id)
    ORDER BY "userId"
    ON CONFLICT ("userId") DO UPDATE SET
      holders = coalesce((
        SELECT jsonb_object_agg(key, value) FROM jsonb_each(running_generations.holders) WHERE value::bigint > ${now.getTime()}::bigint
      ), '{}') || excluded.holders,
      "endsAt" = excluded."endsAt"
    WHERE (
      SELECT count(*) FROM jsonb_each(running_generations.holders) WHERE value::bigint > ${now.getTime()}::bigint
    ) < ${max}::int
    RETURNING "userId"`;
  const users = new Set(rows.map(({ userId }) => userId));
  return starts.filter(({ userId }) => users.has(userId)).map(({ id }) => id);
}

/** A generation that has ended. */
export interface RunningEnd {
  userId: string;
  id: string;
}

const batchedEnd = batchPerDatabase(countEnds);

/** Counts a generation no more among those of its user that run. Ends of the same moment share a statement. */
function countEnd(db: Db, end: RunningEnd): Promise<void> {
  return batchedEnd(db, end);
}

/** Rows are locked in the order of their users, as starts do it. */
async function countEnds(db: Db, ends: readonly RunningEnd[]): Promise<undefined[]> {
  await db.$queryRaw`
    WITH ended AS (
      SELECT "userId", array_agg(id) AS ids
      FROM unnest(${ends.map(({ userId }) => userId)}::text[], ${ends.map(({ id }) => id)}::text[]) AS ended("userId", id)
      GROUP BY "userId"
    ), locked AS MATERIALIZED (
      SELECT "userId" FROM running_generations WHERE "userId" IN (SELECT "userId" FROM ended) ORDER BY "userId" FOR NO KEY UPDATE
    )
    UPDATE running_generations SET holders = holders - ended.ids
    FROM ended JOIN locked USING ("userId") WHERE running_generations."userId" = ended."userId"`;
  return ends.map(() => undefined);
}
