import type { ServiceContext } from "../context";
import { createCountedFigures } from "./counted-figures";
import { DAY_MS } from "./day-totals";

const ACTIVE_WITHIN_DAYS = 30;

/** Counted without an index: every spend updates the user's last activity, so an index would slow down every spend. */
const figures = createCountedFigures(["activeUsers"], async ({ db, now }) => {
  const since = new Date(now().getTime() - ACTIVE_WITHIN_DAYS * DAY_MS);
  const [row] = await db.$queryRaw<{ users: bigint }[]>`
    SELECT count(*) AS users FROM "user" WHERE "updatedAt" >= ${since}::timestamptz`;
  return { activeUsers: Number(row?.users ?? 0) };
});

/** The number of users active within 30 days, at most 15 minutes old. A user who only receives credits, such as an instalment, counts as well. */
export async function readActiveUsers(ctx: ServiceContext): Promise<number> {
  return (await figures.read(ctx)).activeUsers;
}

/** Maintenance: counts active users, unless the stored count is recent. */
export const countActiveUsers = figures.recount;
