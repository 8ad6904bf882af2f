import type { ServiceContext } from "../context";

/** This process sets the time at which a job may run, and the database's clock decides when that is. */
const CLOCK_DIFFERENCE_MAX_SECONDS = 60;

/** Compares the clock of this process with the database's. Empty when they agree. */
export async function checkClock({ db, now }: Pick<ServiceContext, "db" | "now">) {
  const [server] = await db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`;
  const seconds = server ? Math.round((now().getTime() - server.at.getTime()) / 1000) : 0;
  if (Math.abs(seconds) <= CLOCK_DIFFERENCE_MAX_SECONDS) return [];
  const where = seconds > 0 ? "ahead of" : "behind";
  const message = `This machine's clock is ${Math.abs(seconds)} seconds ${where} the database's: jobs run at wrong times. Let NTP set both`;
  return [{ status: "error" as const, message }];
}
