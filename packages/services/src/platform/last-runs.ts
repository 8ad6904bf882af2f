import type { ServiceContext } from "../context";

/** Work that runs on a schedule. */
export type ScheduledWork = "instalments" | "maintenance";

const NAMES: Readonly<Record<ScheduledWork, string>> = { instalments: "lastGrantRun", maintenance: "lastMaintenance" };

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
  return { instalments: at("instalments"), maintenance: at("maintenance") };
}
