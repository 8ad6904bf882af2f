import type { ServiceContext } from "../context";

/** Work that runs by the clock. */
export type TimedWork = "instalments" | "maintenance";

const NAMES: Readonly<Record<TimedWork, string>> = { instalments: "lastGrantRun", maintenance: "lastMaintenance" };

/** Notes that timed work has run, for Admin → System. A failure is logged: the work itself is done. */
export async function recordRun(ctx: ServiceContext, work: TimedWork, processed = 0): Promise<void> {
  try {
    await ctx.db.$queryRaw`
      INSERT INTO counted_figure (name, value, "countedAt") VALUES (${NAMES[work]}, ${BigInt(processed)}, ${ctx.now()}::timestamptz)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, "countedAt" = excluded."countedAt"`;
  } catch (error) {
    ctx.log.warn({ err: error, work }, "the time of a run could not be stored");
  }
}

/** When timed work last ran, by whatever process; null if never. */
export async function readLastRuns({ db }: ServiceContext): Promise<Record<TimedWork, Date | null>> {
  const rows = await db.countedFigure.findMany({ where: { name: { in: Object.values(NAMES) } } });
  const at = (work: TimedWork) => rows.find(({ name }) => name === NAMES[work])?.countedAt ?? null;
  return { instalments: at("instalments"), maintenance: at("maintenance") };
}
