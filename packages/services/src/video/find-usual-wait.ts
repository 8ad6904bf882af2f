import { type UsualWait, usualWait } from "@app/core/video/usual-wait";
import type { ServiceContext } from "../context";

/** The query reads this many of the newest completed generations, of which the videos count. */
const NEWEST_MAX = 1_000;

/** How long videos usually take, measured from those that completed last, of all users. */
export async function findUsualWait(ctx: Pick<ServiceContext, "db">): Promise<UsualWait | null> {
  const rows = await ctx.db.$queryRaw<{ seconds: number }[]>`
    SELECT extract(epoch FROM "finishedAt" - "createdAt")::float8 AS seconds
    FROM (SELECT type, "createdAt", "finishedAt" FROM generation_history WHERE status = 'completed'
      ORDER BY "createdAt" DESC LIMIT ${NEWEST_MAX}) AS newest
    WHERE type = 'video' AND "finishedAt" IS NOT NULL`;
  return usualWait(rows.map(({ seconds }) => seconds));
}
