import type { ServiceContext } from "../context";
import { MAINTENANCE_TASKS } from "../maintenance";
import { readLastRuns, readLastTaskRuns } from "../platform/last-runs";

const MINUTE_MS = 60_000;
/** Each task runs every minute. */
const TASK_LATE_MS = 5 * MINUTE_MS;
/** Lost payments are looked for every hour. */
const LOST_PAYMENTS_LATE_MS = 2 * 60 * MINUTE_MS;

/**
 * Names each job that runs by the clock and whose last success is longer ago than its period allows, while a worker runs: it fails each
 * time, or the worker is of a version that does not have it. Instalments have a check of their own.
 */
export async function findLateJobs(ctx: ServiceContext): Promise<string[]> {
  const [{ lostPayments }, tasks] = await Promise.all([
    readLastRuns(ctx),
    readLastTaskRuns(ctx, Object.keys(MAINTENANCE_TASKS)),
  ]);
  const isLate = (lastAt: Date | null, lateMs: number) =>
    lastAt === null || ctx.now().getTime() - lastAt.getTime() > lateMs;
  const late = tasks
    .filter(({ lastAt }) => isLate(lastAt, TASK_LATE_MS))
    .map(({ task, lastAt }) => describe(`The maintenance task ${task}`, lastAt));
  if (isLate(lostPayments, LOST_PAYMENTS_LATE_MS)) late.push(describe("The job find-lost-payments", lostPayments));
  return late;
}

function describe(job: string, lastAt: Date | null): string {
  const since = lastAt ? `since ${lastAt.toISOString()}` : "yet";
  return `${job} has not succeeded ${since}: see the worker's log, and whether each worker is of this version`;
}
