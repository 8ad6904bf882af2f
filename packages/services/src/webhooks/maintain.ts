import { Prisma } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { queueJobsOf } from "../platform/job-queue";
import { deliveryJobKey } from "./publish";

/** A job that was queued with a delivery starts long before. */
const OVERDUE_AFTER_MS = 60_000;
const ENDPOINTS_MAX = 200;

/**
 * Maintenance: queues a job for endpoints that have overdue deliveries and no job, because a job ran out of attempts or was deleted.
 * @returns their number
 */
export async function queueOverdueDeliveries(ctx: ServiceContext): Promise<number> {
  const before = new Date(ctx.now().getTime() - OVERDUE_AFTER_MS);
  const jobs = Prisma.sql`
    SELECT json_build_object('endpointId', "endpointId") AS payload, ${deliveryJobKey("")} || "endpointId" AS key, NULL::timestamptz AS "runAt"
    FROM (SELECT DISTINCT "endpointId" FROM webhook_delivery WHERE "nextAttemptAt" < ${before}::timestamptz) AS overdue
    WHERE NOT EXISTS (
      SELECT FROM graphile_worker.jobs WHERE jobs.key = ${deliveryJobKey("")} || "endpointId" AND attempts < max_attempts
    )
    ORDER BY "endpointId" LIMIT ${ENDPOINTS_MAX}::int`;
  const [queued] = await ctx.db.$queryRaw<{ count: number | null }[]>`
    SELECT ${queueJobsOf("deliver-webhooks", jobs, Prisma.sql`key`)} AS count`;
  return queued?.count ?? 0;
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const PURGED_AT_ONCE_MAX = 5_000;

/** Maintenance: deletes deliveries, with their attempts, that are older than 30 days. @returns their number */
export async function purgeDeliveries(ctx: ServiceContext): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEPT_MS);
  return ctx.db.$executeRaw`
    DELETE FROM webhook_delivery WHERE id IN (
      SELECT id FROM webhook_delivery WHERE "createdAt" < ${before}::timestamptz ORDER BY "createdAt" LIMIT ${PURGED_AT_ONCE_MAX}::int
    )`;
}
