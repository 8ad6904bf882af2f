import { RECONCILED_PREFIX } from "../billing/webhook-inbox";
import type { ServiceContext } from "../context";
import { readBacklog } from "../platform/backlog";
import { readLastRuns } from "../platform/last-runs";

/** What runs, and when things last happened. */
export interface SystemStatus {
  versions: { node: string; postgres: string; migration: string | null };
  /** `failing` jobs are tried again, those that were `givenUp` are not. */
  jobs: { waiting: number; failing: number; givenUp: number };
  dueSchedules: number;
  lastMaintenanceAt: Date | null;
  lastGrantRunAt: Date | null;
  /** Any event of the payment provider whose signature was right. Payments that we asked the provider about are none. */
  lastWebhookAt: Date | null;
}

/** Counting stops here. */
const FAILED_MAX = 10_000;

/** For Admin → System. Reads a few rows of indexes. */
export async function getSystemStatus(ctx: ServiceContext): Promise<SystemStatus> {
  const [backlog, lastRuns, failed, versions, webhook] = await Promise.all([
    readBacklog(ctx),
    readLastRuns(ctx),
    countFailedJobs(ctx),
    readVersions(ctx),
    ctx.db.webhookEvent.findFirst({
      where: { OR: [{ providerEventId: null }, { NOT: { providerEventId: { startsWith: RECONCILED_PREFIX } } }] },
      select: { receivedAt: true },
      orderBy: { receivedAt: "desc" },
    }),
  ]);
  return {
    versions: { node: process.versions.node, ...versions },
    jobs: { waiting: backlog.jobsWaiting, ...failed },
    dueSchedules: backlog.dueSchedules,
    lastMaintenanceAt: lastRuns.maintenance,
    lastGrantRunAt: lastRuns.instalments,
    lastWebhookAt: webhook?.receivedAt ?? null,
  };
}

/** Jobs that failed, and are tried again or have had all of their attempts, up to a bound. */
async function countFailedJobs({ db }: ServiceContext): Promise<{ failing: number; givenUp: number }> {
  const [row] = await db.$queryRaw<{ failing: number; givenUp: number }[]>`
    SELECT count(*) FILTER (WHERE attempts < max_attempts)::int AS failing,
      count(*) FILTER (WHERE attempts >= max_attempts)::int AS "givenUp"
    FROM (
      SELECT attempts, max_attempts FROM graphile_worker.jobs WHERE last_error IS NOT NULL LIMIT ${FAILED_MAX}::int) AS failed`;
  return row ?? { failing: 0, givenUp: 0 };
}

async function readVersions({ db }: ServiceContext): Promise<{ postgres: string; migration: string | null }> {
  const [row] = await db.$queryRaw<{ postgres: string; migration: string | null }[]>`
    SELECT current_setting('server_version') AS postgres,
      (SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
       ORDER BY migration_name DESC LIMIT 1) AS migration`;
  return row ?? { postgres: "", migration: null };
}
