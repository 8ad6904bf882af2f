import { parseRunLimits } from "@app/core/schedule/run-limits";
import type { UserContext } from "../context";
import { creditsOf, runDueGrants } from "../schedule/run-due-grants";
import { writeAudit } from "./write-audit";

export interface ScheduleRun {
  /** Instalments granted. */
  processed: number;
  schedulesTouched: number;
  credits: number;
}

/**
 * Grants what is due now, bounded as the periodic run is when it is asked for without limits. Beside that run it grants nothing twice:
 * each skips the schedules the other holds. The audit entry is written in the transaction of the grants.
 */
export async function runSchedules(ctx: UserContext): Promise<ScheduleRun> {
  const limits = parseRunLimits({ limit: null, catchUp: null });
  const granted = await runDueGrants(ctx, limits, "subscription_schedule", async (tx, run) => {
    await writeAudit(tx, {
      actorId: ctx.actor.id,
      action: "schedules.run",
      targetId: null,
      detail: { processed: run.processed, schedulesTouched: run.schedulesTouched, credits: creditsOf(run) },
      now: ctx.now(),
    });
  });
  const { processed, schedulesTouched } = granted;
  return { processed, schedulesTouched, credits: creditsOf(granted) };
}
