import type { SubscriptionPlan } from "@app/core/billing/catalogue";
import { SAME_PERIOD_MAX_DAYS } from "@app/core/billing/purchase";
import { scheduleAfterPurchase } from "@app/core/credits/grants";
import {
  addMonthsUtc,
  type ScheduleTerms,
  type Settlement,
  settleDueInstalments,
} from "@app/core/schedule/instalments";
import { Prisma, type Tx } from "@app/db/client/db";
import type { Grant } from "../credits/grant-credits";
import { createId } from "../platform/create-id";

/** A schedule as raw statements read it. The row stands for one paid cycle: a renewal replaces it, id included. */
export interface ScheduleRow extends ScheduleTerms {
  id: string;
  subscriptionId: string;
  userId: string;
  /** While this is set, nothing is granted. */
  pausedAt: Date | null;
}

export const scheduleColumns = Prisma.sql`id, "subscriptionId", "userId", "creditsPerGrant", "intervalMonths", "grantsRemaining", "totalCreditsRemaining", "nextGrantAt", "pausedAt"`;

/**
 * The grants of a schedule's next instalments. Each is entered under the schedule's id and the number of instalments that were left, this
 * one included. A schedule gets a new id with every cycle, so an instalment can never be entered twice.
 */
export function instalmentGrants(
  { id, subscriptionId, userId, grantsRemaining }: ScheduleRow,
  { amounts }: Settlement,
  reason: "subscription_schedule" | "subscription_cycle",
): Grant[] {
  return amounts.map((delta, index) => ({
    entryId: `${id}:${grantsRemaining - index}`,
    userId,
    delta,
    reason,
    reference: subscriptionId,
  }));
}

/** A schedule that a renewal replaces. */
interface ReplacedSchedule extends ScheduleRow {
  /** Whether its paid period is over. */
  isOver: boolean;
  /** Whether an administrator has stopped it, and the money of its payment has not gone back. */
  isStopped: boolean;
}

/**
 * The grants of the cycles that renewals replace: those that are due, and all that are left of one whose paid period is over, because its
 * payment may have been recorded late. They have been paid for. A paused schedule grants nothing, because its money went back. Where an
 * administrator has stopped it for another reason, the renewal's payment asks administrators to look: nothing else brings these credits. Locks
 * the schedules until the transaction ends.
 */
export async function settleBeforeReset(tx: Tx, renewals: readonly PaidCycle[], now: Date): Promise<Grant[]> {
  if (renewals.length === 0) return [];
  const paymentOf = new Map(renewals.map(({ subscriptionId, paymentId }) => [subscriptionId, paymentId]));
  const schedules = await tx.$queryRaw<ReplacedSchedule[]>`
    SELECT ${scheduleColumns}, EXISTS (
      SELECT FROM payment WHERE payment.id = schedule."paymentId" AND payment."planKey" = schedule."planKey"
        AND payment."periodEnd" <= ${now}::timestamptz + make_interval(days => ${SAME_PERIOD_MAX_DAYS}::int)
    ) AS "isOver", "pauseReason" IS NOT DISTINCT FROM 'admin' AND EXISTS (
      SELECT FROM payment WHERE payment.id = schedule."paymentId" AND payment.status = 'succeeded'
    ) AS "isStopped"
    FROM subscription_credit_schedule AS schedule WHERE "subscriptionId" = ANY(${[...paymentOf.keys()]}::text[])
    ORDER BY id FOR UPDATE`;
  const settled: Grant[] = [];
  for (const schedule of schedules) {
    const grants = instalmentGrants(schedule, settleReplaced(schedule, now), "subscription_schedule");
    if (schedule.pausedAt === null) settled.push(...grants);
    else if (schedule.isStopped) await askAboutStopped(tx, paymentOf.get(schedule.subscriptionId) ?? "", grants);
  }
  return settled;
}

function settleReplaced(schedule: ReplacedSchedule, now: Date): Settlement {
  const { grantsRemaining, intervalMonths, isOver, nextGrantAt } = schedule;
  const until = isOver ? addMonthsUtc(nextGrantAt, grantsRemaining * intervalMonths) : now;
  return settleDueInstalments(schedule, until, grantsRemaining);
}

/** Written to the renewal's payment, which this transaction has inserted. The one before is locked before its schedule everywhere. */
async function askAboutStopped(tx: Tx, paymentId: string, missed: readonly Grant[]): Promise<void> {
  const credits = missed.reduce((sum, { delta }) => sum + delta, 0);
  if (credits === 0) return;
  const reason = `This renewal has replaced stopped instalments of ${credits} credits`;
  await tx.$executeRaw`UPDATE payment SET attention = concat_ws('. ', ${reason}::text, attention) WHERE id = ${paymentId}`;
}

/** A cycle of a yearly plan that was just paid for. */
export interface PaidCycle {
  subscriptionId: string;
  paymentId: string;
  userId: string;
  plan: SubscriptionPlan;
}

/**
 * Paid cycles without those that a later cycle of another plan has replaced already: its payment came first. Where the events name no
 * periods, the order of arrival counts.
 */
export async function withoutReplaced(tx: Tx, cycles: readonly PaidCycle[]): Promise<readonly PaidCycle[]> {
  if (cycles.length === 0) return [];
  const replaced = await tx.$queryRaw<{ paymentId: string }[]>`
    SELECT late.id AS "paymentId"
    FROM payment AS late JOIN subscription_credit_schedule AS s ON s."subscriptionId" = late."subscriptionId"
      JOIN payment AS later ON later.id = s."paymentId"
    WHERE late.id = ANY(${cycles.map(({ paymentId }) => paymentId)}::text[])
      AND s."planKey" <> late."planKey" AND later."periodStart" > late."periodStart"`;
  const ids = new Set(replaced.map(({ paymentId }) => paymentId));
  return cycles.filter(({ paymentId }) => !ids.has(paymentId));
}

/** Starts the instalments of paid cycles. They replace those of the cycle before, paused ones too. */
export async function startCycles(tx: Tx, cycles: readonly PaidCycle[], now: Date): Promise<void> {
  const rows = cycles.flatMap(({ plan, ...cycle }) => {
    const terms = scheduleAfterPurchase(plan, now);
    return terms ? [{ id: createId(), planKey: plan.key, ...cycle, ...terms }] : [];
  });
  if (rows.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO subscription_credit_schedule (id, "subscriptionId", "paymentId", "userId", "planKey", "creditsPerGrant", "intervalMonths",
      "grantsRemaining", "totalCreditsRemaining", "nextGrantAt", "createdAt", "updatedAt")
    SELECT id, "subscriptionId", "paymentId", "userId", "planKey", "creditsPerGrant", "intervalMonths", "grantsRemaining",
      "totalCreditsRemaining", "nextGrantAt", ${now}::timestamptz, ${now}::timestamptz
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r(id text, "subscriptionId" text, "paymentId" text, "userId" text,
      "planKey" text, "creditsPerGrant" int, "intervalMonths" int, "grantsRemaining" int, "totalCreditsRemaining" int,
      "nextGrantAt" timestamptz)
    ORDER BY "subscriptionId"
    ON CONFLICT ("subscriptionId") DO UPDATE SET
      id = excluded.id, "paymentId" = excluded."paymentId", "userId" = excluded."userId", "planKey" = excluded."planKey",
      "creditsPerGrant" = excluded."creditsPerGrant", "intervalMonths" = excluded."intervalMonths",
      "grantsRemaining" = excluded."grantsRemaining", "totalCreditsRemaining" = excluded."totalCreditsRemaining",
      "nextGrantAt" = excluded."nextGrantAt", "pausedAt" = NULL, "pauseReason" = NULL, "updatedAt" = excluded."updatedAt"`;
}

/** Stores the new terms of settled schedules and deletes the finished ones, in two statements for any number of rows. */
export async function writeBackSchedules(
  tx: Tx,
  settled: readonly { schedule: ScheduleRow; settlement: Settlement }[],
  now: Date,
): Promise<void> {
  const finished = settled.flatMap(({ schedule, settlement }) => (settlement.next ? [] : [schedule.id]));
  const open = settled.flatMap(({ schedule, settlement }) =>
    settlement.next ? [{ id: schedule.id, ...settlement.next }] : [],
  );
  if (finished.length > 0) {
    await tx.$executeRaw`DELETE FROM subscription_credit_schedule WHERE id = ANY(${finished}::text[])`;
  }
  if (open.length > 0) {
    await tx.$executeRaw`
      UPDATE subscription_credit_schedule AS s
      SET "grantsRemaining" = t.remaining, "totalCreditsRemaining" = t.credits, "nextGrantAt" = t.next_at, "updatedAt" = ${now}::timestamptz
      FROM unnest(
        ${open.map((o) => o.id)}::text[], ${open.map((o) => o.grantsRemaining)}::int[], ${open.map((o) => o.totalCreditsRemaining)}::int[],
        ${open.map((o) => o.nextGrantAt.toISOString())}::timestamptz[]
      ) AS t(id, remaining, credits, next_at)
      WHERE s.id = t.id`;
  }
}
