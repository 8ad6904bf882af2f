import type { ServiceContext } from "../context";

/** Differences up to this are not corrected. Leases and timeouts are longer. */
export const CLOCK_DIFFERENCE_MAX_MS = 60_000;

/**
 * The clock of a process. Where the machine's is wrong, `correctClock` sets it by the database's, which all processes share. What a process
 * that is behind has begun would count as timed out or abandoned for the others at once, and a customer would have paid for nothing.
 */
export class ServiceClock {
  /** How far the machine's clock is ahead; 0 while it is right. */
  aheadMs = 0;
  readonly now = (): Date => new Date(this.machineNow().getTime() - this.aheadMs);

  constructor(readonly machineNow: () => Date = () => new Date()) {}
}

/**
 * How many milliseconds this process's clock is ahead of the database's; negative when it is behind. The time that the query took is left
 * out: after a pause of the process meanwhile, its clock would seem to be ahead.
 */
export async function clockDifferenceMs({ db, now }: Pick<ServiceContext, "db" | "now">): Promise<number> {
  const before = now().getTime();
  const [server] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  const at = server?.at.getTime() ?? before;
  return Math.max(0, before - at) + Math.min(0, now().getTime() - at);
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
