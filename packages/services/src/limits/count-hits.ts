import { invariant } from "@app/core/errors";
import type { Db } from "@app/db/client";
import { batchPerDatabase } from "../credits/per-database";

/** A limit's window that something is counted on. */
export interface CounterIncrement {
  key: string;
  windowSeconds: number;
  /** How much is counted at once; 1 when absent. */
  amount?: number | undefined;
}

/** A window as it is with the hit. */
export interface CounterWindow {
  hits: number;
  endsAt: Date;
}

const COUNTER_MAX = 1_000_000_000;
type CounterRequest = readonly [keys: readonly CounterIncrement[], now: Date];

const batchedIncrement = batchPerDatabase(incrementTogether);

/** Counts a hit on each of some windows, and tells what they are with it. What is counted at the same moment shares a statement. */
export function incrementCounters(db: Db, keys: readonly CounterIncrement[], now: Date): Promise<CounterWindow[]> {
  return batchedIncrement(db, [keys, now]);
}

/** A key that is counted more than once is so in one go; each of its hits is then told its own number. */
async function incrementTogether(db: Db, countings: readonly CounterRequest[]): Promise<CounterWindow[][]> {
  const sums = new Map<string, { windowSeconds: number; hits: number }>();
  const numbered = countings.map(([keys]) =>
    keys.map(({ key, windowSeconds, amount = 1 }) => {
      const number = (sums.get(key)?.hits ?? 0) + amount;
      sums.set(key, { windowSeconds, hits: number });
      return { key, number };
    }),
  );
  const now = new Date(Math.max(...countings.map(([, at]) => at.getTime())));
  const windows = await writeCounters(db, sums, now);
  return numbered.map((hits) =>
    hits.map(({ key, number }) => {
      const window = windows.get(key);
      invariant(window, "every key that is counted has a window");
      return { hits: window.hits - (sums.get(key)?.hits ?? 0) + number, endsAt: window.endsAt };
    }),
  );
}

async function writeCounters(
  db: Db,
  sums: ReadonlyMap<string, { windowSeconds: number; hits: number }>,
  now: Date,
): Promise<Map<string, CounterWindow>> {
  const keys = [...sums.keys()];
  const rows = await db.$queryRaw<(CounterWindow & { key: string })[]>`
    INSERT INTO rate_limit (key, hits, "endsAt")
    SELECT key, hits, ${now}::timestamptz + seconds * interval '1 second'
    FROM unnest(
      ${keys}::text[], ${[...sums.values()].map(({ hits }) => hits)}::int[],
      ${[...sums.values()].map(({ windowSeconds }) => windowSeconds)}::int[]
    ) AS hit(key, hits, seconds)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN rate_limit."endsAt" <= ${now}::timestamptz THEN 0 ELSE least(rate_limit.hits, ${COUNTER_MAX}::int) END + excluded.hits,
      "endsAt" = CASE WHEN rate_limit."endsAt" <= ${now}::timestamptz THEN excluded."endsAt" ELSE rate_limit."endsAt" END
    RETURNING key, hits, "endsAt"`;
  return new Map(rows.map(({ key, ...window }) => [key, window]));
}
