import type { ServiceContext } from "../context";
import { clockDifferenceMs } from "../platform/database-clock";

/**
 * This process sets the time at which a job may run, and the database's clock decides when that is. What a process whose clock is behind has
 * started times out early.
 */
const CLOCK_DIFFERENCE_MAX_SECONDS = 60;

/** Compares the clock of this process with the database's. Empty when they agree. */
export async function checkClock(ctx: Pick<ServiceContext, "db" | "now">) {
  const seconds = Math.round((await clockDifferenceMs(ctx)) / 1000);
  if (Math.abs(seconds) <= CLOCK_DIFFERENCE_MAX_SECONDS) return [];
  const where = seconds > 0 ? "ahead of" : "behind";
  const message = `This machine's clock is ${Math.abs(seconds)} seconds ${where} the database's: jobs run and videos time out at wrong times. Let NTP set both`;
  return [{ status: "error" as const, message }];
}

/** Logs at the start of a process that its clock is wrong. The start goes on when the database is down. */
export async function logWrongClock(ctx: Pick<ServiceContext, "db" | "now" | "log">): Promise<void> {
  try {
    for (const { message } of await checkClock(ctx)) ctx.log.error(message);
  } catch (error) {
    ctx.log.warn({ err: error }, "the clock could not be compared with the database's");
  }
}
