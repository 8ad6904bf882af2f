import type { ServiceContext } from "../context";

/** The time by this process's clock or by the database's, whichever is behind. */
export async function earlierNow({ db, now }: Pick<ServiceContext, "db" | "now">): Promise<Date> {
  const [server] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  const nowMs = now().getTime();
  return new Date(Math.min(nowMs, server?.at.getTime() ?? nowMs));
}

/**
 * The time before which something must have begun to count as abandoned: `ageMs` ago. A clock that is ahead would end, as failed, what other
 * processes have begun a moment ago and still work on.
 */
export async function abandonedBefore(ctx: Pick<ServiceContext, "db" | "now">, ageMs: number): Promise<Date> {
  return new Date((await earlierNow(ctx)).getTime() - ageMs);
}
