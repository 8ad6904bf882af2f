import type { ServiceContext } from "../context";

/** Work that runs on a schedule. */
export type ScheduledWork = "instalments" | "lostPayments" | "maintenance";

const NAMES: Readonly<Record<ScheduledWork, string>> = {
  instalments: "lastGrantRun",
  lostPayments: "lastLostPaymentsRun",
  maintenance: "lastMaintenance",
};

/** Records that scheduled work has run, for Admin → System. A failure is logged: the work itself is done. */
export async function recordRun(ctx: ServiceContext, work: ScheduledWork, processed = 0): Promise<void> {
  try {
    await ctx.db.$queryRaw`
      INSERT INTO counted_figure (name, value, "countedAt") VALUES (${NAMES[work]}, ${BigInt(processed)}, ${ctx.now()}::timestamptz)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, "countedAt" = excluded."countedAt"`;
  } catch (error) {
    ctx.log.warn({ err: error, work }, "the time of a run could not be stored");
  }
}

/** When scheduled work last ran in any process; null if never. */
export async function readLastRuns({ db }: ServiceContext): Promise<Record<ScheduledWork, Date | null>> {
  const rows = await db.countedFigure.findMany({ where: { name: { in: Object.values(NAMES) } } });
  const at = (work: ScheduledWork) => rows.find(({ name }) => name === NAMES[work])?.countedAt ?? null;
  return { instalments: at("instalments"), lostPayments: at("lostPayments"), maintenance: at("maintenance") };
}

const TASK_PREFIX = "lastTask:";

/** Work that the doctor calls late, and that is due some time after a worker has started: its time counts from the first maintenance on. */
const DUE_LATER: readonly ScheduledWork[] = ["lostPayments"];

/**
 * Records a run of maintenance with those of its tasks that ended well, and the beginning of the time of `DUE_LATER`. A failure is logged: the
 * work itself is done.
 */
export async function recordMaintenance(ctx: ServiceContext, endedTasks: readonly string[]): Promise<void> {
  const tasks = endedTasks.map((task) => TASK_PREFIX + task);
  const dueLater = DUE_LATER.map((work) => NAMES[work]);
  try {
    // Sorted, so that two workers lock the rows in one order.
    await ctx.db.$queryRaw`
      INSERT INTO counted_figure AS stored (name, value, "countedAt")
      SELECT name, 0, ${ctx.now()}::timestamptz
      FROM unnest(${[...tasks, ...dueLater, NAMES.maintenance]}::text[]) AS run(name) ORDER BY name
      ON CONFLICT (name) DO UPDATE SET "countedAt" = excluded."countedAt" WHERE stored.name <> ALL(${dueLater}::text[])`;
  } catch (error) {
    ctx.log.warn({ err: error, work: "maintenance" }, "the time of a run could not be stored");
  }
}

/** When each of these tasks of maintenance last ended well in any process; null if never. */
export async function readLastTaskRuns(
  { db }: ServiceContext,
  tasks: readonly string[],
): Promise<{ task: string; lastAt: Date | null }[]> {
  const rows = await db.countedFigure.findMany({ where: { name: { in: tasks.map((task) => TASK_PREFIX + task) } } });
  return tasks.map((task) => ({
    task,
    lastAt: rows.find(({ name }) => name === TASK_PREFIX + task)?.countedAt ?? null,
  }));
}
