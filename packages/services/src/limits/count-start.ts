import type { Db } from "@app/db/client";
import { batchPerDatabase } from "../credits/per-database";

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
export function countStart(db: Db, start: RunningStart): Promise<boolean> {
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
