import { AppError } from "@app/core/errors";
import { Prisma } from "@app/db/client/db";
import { OPEN_CANCELLATIONS } from "../admin/provider-cancellations";
import type { ServiceContext } from "../context";
import { type JobPayloads, queueJobsOf } from "../platform/job-queue";
import { recordRun } from "../platform/last-runs";
import { reconcileCheckout, reconcileSubscription } from "./reconcile";

/**
 * How long after a checkout was opened, or a paid period has ended, the provider is asked about it. It retries an
 * event for about an hour, so one that is missing after three hours never comes. The later times are for customers who pay later.
 */
const ASKED_AFTER_HOURS = [3, 24, 72];
/** A charge that failed is repeated for days: the subscription of a customer who pays then is asked about again. */
const OVERDUE_ASKED_AFTER_HOURS = [...ASKED_AFTER_HOURS, 7 * 24, 14 * 24];
/** One call to the provider at a time: a provider that is slow or down holds one of the worker's slots, not all. */
const QUEUE = "reconcile";

/** The row of `counted_figure` that holds the scheduled time of the newest run that asked. */
const ASKED_UNTIL = "lostPaymentsAskedUntil";
const HOUR_MS = 60 * 60 * 1000;
/** A run catches up with this time, longer than an outage. Bounds the rows it finds. */
const LOOK_BACK_MS = 400 * 24 * HOUR_MS;

/**
 * Hourly: queues a job for each open checkout, and each subscription whose last paid period has ended, that has reached one of these ages
 * since the run before, or in the hour before the scheduled time. So none is left out, however long no worker ran. The subscription's own
 * period does not count: other events of a renewal move it, also where its payment is lost. A subscription without a payment began as a trial,
 * and its own period counts. The time of its newest event counts as well, once that has ended the trial or came after the paid period: it may
 * tell of a charge that was made weeks late. A subscription that was canceled then may have been paid for before that, and one whose cancellation
 * by an administrator the provider has not confirmed may have been renewed.
 */
export async function findLostPayments(
  ctx: ServiceContext,
  { _cron: { ts } }: JobPayloads["find-lost-payments"],
): Promise<void> {
  if (!ctx.config.unconfigured.has("payment")) await queueQuestions(ctx, new Date(ts));
  await recordRun(ctx, "lostPayments");
}

async function queueQuestions({ db }: ServiceContext, at: Date): Promise<void> {
  const before = await db.countedFigure.findUnique({ where: { name: ASKED_UNTIL }, select: { countedAt: true } });
  const hourBefore = at.getTime() - HOUR_MS;
  const askedUntil = Math.min(before?.countedAt.getTime() ?? hourBefore, hourBefore);
  const after = new Date(Math.max(askedUntil, at.getTime() - LOOK_BACK_MS));
  const cameOfAge = (time: Prisma.Sql) =>
    Prisma.sql`${time} > ${after}::timestamptz - make_interval(hours => age) AND ${time} <= ${at}::timestamptz - make_interval(hours => age)`;
  const ages = (hours: number[]) => Prisma.sql`unnest(${hours}::int[]) AS age`;
  const checkouts = Prisma.sql`
    SELECT json_build_object('checkoutId', id) AS payload, 'reconcile-checkout:' || id AS key, NULL::timestamptz AS "runAt"
    FROM (
      SELECT DISTINCT id FROM ${ages(ASKED_AFTER_HOURS)} JOIN checkout ON status = 'open' AND ${cameOfAge(Prisma.sql`"createdAt"`)}
    ) AS open`;
  const hasLaterEvent = Prisma.sql`(last.id IS NULL OR s."statusEventAt" > last."periodEnd")`;
  const subscriptions = Prisma.sql`
    WITH paid AS MATERIALIZED (
      SELECT s.id, until
      FROM subscription s LEFT JOIN LATERAL (
        SELECT id, "periodEnd" FROM payment WHERE "subscriptionId" = s.id
        ORDER BY "periodStart" DESC NULLS LAST, "createdAt" DESC LIMIT 1
      ) AS last ON true, unnest(ARRAY[
        coalesce(last."periodEnd", s."currentPeriodEnd"),
        CASE WHEN ${hasLaterEvent} AND s.status <> 'trialing' THEN s."statusEventAt" END
      ]) AS until
      WHERE s.status <> 'canceled' OR ${hasLaterEvent} OR s."providerCancel" = ANY(${[...OPEN_CANCELLATIONS]}::text[])
    )
    SELECT json_build_object('subscriptionId', id) AS payload, 'reconcile-subscription:' || id AS key, NULL::timestamptz AS "runAt"
    FROM (SELECT DISTINCT id FROM ${ages(OVERDUE_ASKED_AFTER_HOURS)} JOIN paid ON ${cameOfAge(Prisma.sql`until`)}) AS overdue`;
  await db.$queryRaw`
    SELECT ${queueJobsOf("reconcile-checkout", checkouts, Prisma.sql`${QUEUE}::text`)} AS checkouts,
      ${queueJobsOf("reconcile-subscription", subscriptions, Prisma.sql`${QUEUE}::text`)} AS subscriptions`;
  // Runs that were missed may come in any order.
  await db.$executeRaw`
    INSERT INTO counted_figure AS newest (name, value, "countedAt") VALUES (${ASKED_UNTIL}, 0, ${at}::timestamptz)
    ON CONFLICT (name) DO UPDATE SET "countedAt" = greatest(newest."countedAt", excluded."countedAt")`;
}

/**
 * Asks the provider whether an open checkout was paid, and grants its credits if so.
 * @throws UpstreamError when the provider fails; the job queue tries again
 */
export async function askAboutCheckout(
  ctx: ServiceContext,
  { checkoutId }: JobPayloads["reconcile-checkout"],
): Promise<void> {
  await logLost(ctx, { checkoutId }, async () => (await reconcileCheckout(ctx, checkoutId)).granted);
}

/**
 * Asks the provider whether an overdue subscription was renewed, and grants its credits if so.
 * @throws UpstreamError when the provider fails; the job queue tries again
 */
export async function askAboutSubscription(
  ctx: ServiceContext,
  { subscriptionId }: JobPayloads["reconcile-subscription"],
): Promise<void> {
  await logLost(ctx, { subscriptionId }, () => reconcileSubscription(ctx, subscriptionId));
}

async function logLost(
  { log }: ServiceContext,
  about: Readonly<Record<string, string>>,
  reconcile: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await reconcile()) log.warn({ job: true, ...about }, "a payment was granted whose webhook never came");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Such as the payment of a deleted account, or a subscription that the provider does not know. A repetition would end the same way.
    const isUnknown = error.code === "not_found";
    log.warn(
      { job: true, err: error, ...about },
      isUnknown ? error.message : "a payment was refused whose webhook never came",
    );
  }
}
