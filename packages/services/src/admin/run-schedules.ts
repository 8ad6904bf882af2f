import { parseRunLimits } from "@app/core/schedule/run-limits";
import type { UserContext } from "../context";
import { runDueGrants } from "../schedule/run-due-grants";
import { writeAudit } from "./write-audit";

export interface ScheduleRun {
  /** Instalments granted. */
  processed: number;
  schedulesTouched: number;
  credits: number;
}

/**
 * Grants what is due now, bounded as the periodic run is when it is asked for without limits. Beside that run it grants nothing twice:
 * each skips the schedules the other holds.
 */
export async function runSchedules(ctx: UserContext): Promise<ScheduleRun> {
  const { processed, schedulesTouched, grants } = await runDueGrants(
    ctx,
    parseRunLimits({ limit: null, catchUp: null }),
  );
  const run = {
    processed,
    schedulesTouched,
    credits: grants.reduce((sum, { totalGranted }) => sum + totalGranted, 0),
  };
  await writeAudit(ctx.db, {
    actorId: ctx.actor.id,
    action: "schedules.run",
    targetId: null,
    detail: { ...run },
    now: ctx.now(),
  });
  return run;
}
