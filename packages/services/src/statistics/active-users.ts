import type { ServiceContext } from "../context";
import { DAY_MS } from "./day-totals";

const ACTIVE_WITHIN_DAYS = 30;
const NAME = "activeUsers";
/** Maintenance counts again after this time. */
const RECOUNT_AFTER_MS = 5 * 60 * 1000;
/** An older count is not used: there may be no worker that runs maintenance. */
const COUNT_MAX_AGE_MS = 15 * 60 * 1000;

/**
 * The number of users active within 30 days, at most 15 minutes old. It is counted in the background without an index: every spend updates
 * the user's last activity, so an index would slow down every spend.
 */
export async function readActiveUsers(ctx: ServiceContext): Promise<number> {
  return (await readStored(ctx, COUNT_MAX_AGE_MS)) ?? (await count(ctx));
}

/** Maintenance: counts active users, unless the stored count is recent. */
export async function countActiveUsers(ctx: ServiceContext): Promise<void> {
  if ((await readStored(ctx, RECOUNT_AFTER_MS)) !== null) return;
  await ctx.db.$queryRaw`
    INSERT INTO counted_figure (name, value, "countedAt") VALUES (${NAME}, ${await count(ctx)}::bigint, ${ctx.now()}::timestamptz)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, "countedAt" = excluded."countedAt"`;
}

async function readStored(ctx: ServiceContext, maxAgeMs: number): Promise<number | null> {
  const [figure] = await ctx.db.$queryRaw<{ value: bigint; countedAt: Date }[]>`
    SELECT value, "countedAt" FROM counted_figure WHERE name = ${NAME}`;
  const ageMs = figure ? ctx.now().getTime() - figure.countedAt.getTime() : Number.POSITIVE_INFINITY;
  return figure && ageMs >= 0 && ageMs < maxAgeMs ? Number(figure.value) : null;
}

async function count(ctx: ServiceContext): Promise<number> {
  const since = new Date(ctx.now().getTime() - ACTIVE_WITHIN_DAYS * DAY_MS);
  const [row] = await ctx.db.$queryRaw<{ users: bigint }[]>`
    SELECT count(*) AS users FROM "user" WHERE "updatedAt" >= ${since}::timestamptz`;
  return Number(row?.users ?? 0);
}
