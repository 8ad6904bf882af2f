import type { Db } from "@app/db/client";
import { batchPerDatabase } from "../credits/per-database";

/** A generation that has ended. */
export interface RunningEnd {
  userId: string;
  id: string;
}

const batchedEnd = batchPerDatabase(countEnds);

/** Counts a generation no more among those of its user that run. Ends of the same moment share a statement. */
export function countEnd(db: Db, end: RunningEnd): Promise<void> {
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
