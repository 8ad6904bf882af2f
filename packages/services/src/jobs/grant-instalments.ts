import { parseRunLimits } from "@app/core/schedule/run-limits";
import type { ServiceContext } from "../context";
import { creditsOf, type RunLimits, runDueGrants } from "../schedule/run-due-grants";

/** One run: batches of as many schedules as a transaction may hold, and so many batches. What is due beyond waits for the next hour. */
const BOUNDS: RunLimits & { batchesMax: number } = {
  ...parseRunLimits({ limit: "500", catchUp: null }),
  batchesMax: 200,
};

/**
 * Grants the instalments that are due, batch by batch, so that yearly plans are paid out where nobody has set up an external scheduler.
 * Runs at the same time, also those of the cron endpoints, grant nothing twice: each skips the schedules that another one holds.
 */
export async function grantInstalments(ctx: ServiceContext, bounds = BOUNDS): Promise<void> {
  const total = { processed: 0, schedulesTouched: 0, credits: 0, batches: 0 };
  let isDone = false;
  while (!isDone && total.batches < bounds.batchesMax) {
    const run = await runDueGrants(ctx, bounds);
    total.processed += run.processed;
    total.schedulesTouched += run.schedulesTouched;
    total.credits += creditsOf(run);
    total.batches += 1;
    isDone = run.schedulesTouched < bounds.schedulesMax;
  }
  if (total.processed > 0) ctx.log.info({ job: true, ...total }, "instalments granted");
  if (!isDone) ctx.log.warn({ job: true, ...total }, "more instalments may be due than one run grants");
}
