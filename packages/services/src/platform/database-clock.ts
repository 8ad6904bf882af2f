import type { ServiceContext } from "../context";

/** How many milliseconds this process's clock is ahead of the database's; negative when it is behind. */
export async function clockDifferenceMs({ db, now }: Pick<ServiceContext, "db" | "now">): Promise<number> {
  const [server] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  return server ? now().getTime() - server.at.getTime() : 0;
}

/** The time by this process's clock or by the database's, whichever is behind. */
export async function earlierNow(ctx: Pick<ServiceContext, "db" | "now">): Promise<Date> {
  const aheadMs = Math.max(0, await clockDifferenceMs(ctx));
  return new Date(ctx.now().getTime() - aheadMs);
}

/**
 * The time before which something must have begun to count as abandoned: `ageMs` ago. A clock that is ahead would end, as failed, what other
 * processes have begun a moment ago and still work on.
 */
export async function abandonedBefore(ctx: Pick<ServiceContext, "db" | "now">, ageMs: number): Promise<Date> {
  return new Date((await earlierNow(ctx)).getTime() - ageMs);
}
