import { renews, SUBSCRIPTION_STATUSES } from "@app/core/billing/subscription-status";
import type { WebhookEvent } from "@app/core/webhooks/webhook-events";
import { type DbOrTx, Prisma, type Tx } from "@app/db/client/db";
import { queueJob, queueJobsOf } from "../platform/job-queue";
import { mailJobKey } from "../platform/mail-jobs";
import { hasEndpoint, isoText, queueDeliveries, writeDeliveries } from "../webhooks/publish";

const ENDING = SUBSCRIPTION_STATUSES.filter((status) => !renews(status));

/** A subscription as it is now, with its status and plan from before. Both are null for a new one. */
export interface SubscriptionChange {
  id: string;
  userId: string;
  planKey: string;
  status: string;
  currentPeriodEnd: Date;
  previousPlanKey: string | null;
  previousStatus: string | null;
  /** Without an endpoint nobody is told. */
  hasEndpoint: boolean;
}

/** Columns of a `SubscriptionChange` in RETURNING, where the row is `s` and `before` has its status and plan from before. */
export const changeColumns = Prisma.sql`s.id, s."userId", s."planKey", s.status, s."currentPeriodEnd",
  before."planKey" AS "previousPlanKey", before.status AS "previousStatus", ${hasEndpoint(Prisma.sql`s."userId"`)} AS "hasEndpoint"`;

/** Whether a subscription `s` was canceled by an administrator, and not paid for since: it ended at once, and left its user without a plan. */
export const isEndedByAdministrator = Prisma.sql`(
  s.status = 'canceled' AND s."providerCancelAt" >= coalesce(s."planEventAt", s."createdAt")) IS TRUE`;

/** The rows that an update is about, locked, with their status and plan from before. For `FROM … WHERE s.id = before.id`. */
export const before = (where: Prisma.Sql) =>
  Prisma.sql`(SELECT id, status, "planKey" FROM subscription WHERE ${where} ORDER BY id FOR UPDATE) AS before`;

/** The events of the rows of `changed`, a WITH member with `changeColumns`, whose status or plan has changed. */
const subscriptionEvents = (now: Date) => Prisma.sql`
  SELECT "userId", ${"subscription.updated" satisfies WebhookEvent}::text AS type, ${now}::timestamptz AS at, id AS position,
    json_build_object('id', id, 'planKey', "planKey", 'status', status, 'currentPeriodEnd', ${isoText(Prisma.sql`"currentPeriodEnd"`)},
      'previousPlanKey', "previousPlanKey", 'previousStatus', "previousStatus") AS data
  FROM changed WHERE "previousStatus" IS DISTINCT FROM status OR "previousPlanKey" IS DISTINCT FROM "planKey"`;

/** Whether a change is a cancellation, of which the owner is told by mail. The second step of one, from scheduled to canceled, is not. */
const isCancellation = Prisma.sql`status = ANY(${ENDING}::text[]) AND "previousStatus" IS NOT NULL AND "previousStatus" <> ALL(${ENDING}::text[])`;

/**
 * The SQL expression that queues the mails of the cancellations in `changed`, and returns their number. One mail for each subscription: events
 * that waited for its payment may have canceled it more than once, and `add_jobs` fails where two jobs have the same key.
 */
const queueCancellationMails = queueJobsOf(
  "send-cancellation",
  Prisma.sql`
    SELECT json_build_object('subscriptionId', id) AS payload, ${mailJobKey["send-cancellation"]({ subscriptionId: "" })} || id AS key,
      NULL::timestamptz AS "runAt"
    FROM (SELECT DISTINCT id FROM changed WHERE ${isCancellation} ORDER BY id) AS canceled`,
);

/**
 * Runs an update of subscriptions and publishes its changes in one statement.
 * @param update returns `changeColumns`
 * @returns the number of updated rows
 */
export async function updateAndPublish(db: DbOrTx, update: Prisma.Sql, now: Date): Promise<number> {
  const [result] = await db.$queryRaw<{ count: number }[]>`
    WITH changed AS (${update}) ${writeDeliveries(subscriptionEvents(now))}
    SELECT (SELECT count(*)::int FROM changed) AS count, ${queueDeliveries} AS webhooks, ${queueCancellationMails} AS mails`;
  return result?.count ?? 0;
}

/** Publishes changes in the caller's transaction, as its last locks, and queues the mails of cancellations. */
export async function publishSubscriptionChanges(
  tx: DbOrTx,
  changes: readonly SubscriptionChange[],
  now: Date,
): Promise<void> {
  const announced = changes.filter(
    ({ hasEndpoint: isWatched, previousStatus, status }) =>
      isWatched || (previousStatus !== null && renews(previousStatus) && !renews(status)),
  );
  if (announced.length === 0) return;
  await tx.$queryRaw`
    WITH changed AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(announced)}::json) AS c(id text, "userId" text, "planKey" text, status text,
        "currentPeriodEnd" timestamptz, "previousPlanKey" text, "previousStatus" text)
    ) ${writeDeliveries(subscriptionEvents(now))}
    SELECT ${queueDeliveries} AS webhooks, ${queueCancellationMails} AS mails`;
}

const endKey = (subscriptionId: string) => `end-subscription:${subscriptionId}`;

/** Queues the end of a subscription whose owner must not be charged for it again. The job does nothing if it renews no more. */
export async function queueEndOfSubscription(db: DbOrTx, subscriptionId: string): Promise<void> {
  await queueJob(db, "end-subscription", { subscriptionId }, { key: endKey(subscriptionId) });
}

/** Withdraws the end of a subscription that still waits: its owner has resumed it since. */
export async function withdrawEndOfSubscription(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.$queryRaw`SELECT count(graphile_worker.remove_job(${endKey(subscriptionId)}))::int`;
}
