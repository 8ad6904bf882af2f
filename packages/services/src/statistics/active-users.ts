import type { ServiceContext } from "../context";
import { DAY_MS } from "./day-totals";

const ACTIVE_WITHIN_DAYS = 30;
const NAME = "activeUsers";
/** The sweep counts again after the first; a count older than the second is not believed: there may be no sweep. */
const COUNTED_AGAIN_AFTER_MS = 5 * 60 * 1000;
const BELIEVED_MAX_MS = 15 * 60 * 1000;

/**
 * Users active within 30 days, as of at most a quarter of an hour ago. Every spend moves its user's last activity: an index on it would
 * cost each of them more than a count now and then reads.
 */
export async function readActiveUsers(ctx: ServiceContext): Promise<number> {
  return (await believed(ctx, BELIEVED_MAX_MS)) ?? (await count(ctx));
}

/** Counts them for whoever asks next, unless that was done lately. */
export async function countActiveUsers(ctx: ServiceContext): Promise<void> {
  if ((await believed(ctx, COUNTED_AGAIN_AFTER_MS)) !== null) return;
  await ctx.db.$queryRaw`
    INSERT INTO counted_figure (name, value, "countedAt") VALUES (${NAME}, ${await count(ctx)}::bigint, ${ctx.now()}::timestamptz)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, "countedAt" = excluded."countedAt"`;
}

async function believed(ctx: ServiceContext, maxMs: number): Promise<number | null> {
  const [found] = await ctx.db.$queryRaw<{ value: bigint; countedAt: Date }[]>`
    SELECT value, "countedAt" FROM counted_figure WHERE name = ${NAME}`;
  const ageMs = found ? ctx.now().getTime() - found.countedAt.getTime() : Number.POSITIVE_INFINITY;
  return found && ageMs >= 0 && ageMs < maxMs ? Number(found.value) : null;
}

async function count(ctx: ServiceContext): Promise<number> {
  const since = new Date(ctx.now().getTime() - ACTIVE_WITHIN_DAYS * DAY_MS);
  const [found] = await ctx.db.$queryRaw<{ users: bigint }[]>`
    SELECT count(*) AS users FROM "user" WHERE "updatedAt" >= ${since}::timestamptz`;
  return Number(found?.users ?? 0);
}
