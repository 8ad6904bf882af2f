import type { ServiceContext } from "../context";
import { CLOCK_DIFFERENCE_MAX_MS, clockDifferenceMs, type ServiceClock } from "../platform/database-clock";

const COMPARE_INTERVAL_MS = 60_000;

/** Compares the clocks of the service and of its machine with the database's. Empty when they agree. */
export async function checkClock({ db, now }: Pick<ServiceContext, "db" | "now">) {
  // A running service has corrected its own: the machine's is what an operator has to mend.
  for (const clock of [now, () => new Date()]) {
    const message = describeDifference(await clockDifferenceMs({ db, now: clock }));
    if (message !== null) return [{ status: "error" as const, message }];
  }
  return [];
}

function describeDifference(aheadMs: number): string | null {
  const seconds = Math.round(aheadMs / 1000);
  if (Math.abs(seconds) * 1000 <= CLOCK_DIFFERENCE_MAX_MS) return null;
  const where = seconds > 0 ? "ahead of" : "behind";
  return `This machine's clock is ${Math.abs(seconds)} seconds ${where} the database's: a running service uses the database's. Let NTP set both`;
}

/**
 * Sets the process's clock by the database's where the machine's is wrong, and logs that. Where the database does not respond, the clock
 * stays as it is.
 */
export async function correctClock(
  { db, log }: Pick<ServiceContext, "db" | "log">,
  clock: ServiceClock,
): Promise<void> {
  try {
    const aheadMs = await clockDifferenceMs({ db, now: clock.machineNow });
    const message = describeDifference(aheadMs);
    if (message !== null && clock.aheadMs === 0) log.error(message);
    clock.aheadMs = message === null ? 0 : aheadMs;
  } catch (error) {
    log.warn({ err: error }, "the clock could not be compared with the database's");
  }
}

/** Corrects the clock now and every minute: NTP may set the machine's at any time. Keeps no process running. */
export async function keepClockRight(ctx: Pick<ServiceContext, "db" | "log">, clock: ServiceClock): Promise<void> {
  setInterval(() => correctClock(ctx, clock), COMPARE_INTERVAL_MS).unref();
  await correctClock(ctx, clock);
}
