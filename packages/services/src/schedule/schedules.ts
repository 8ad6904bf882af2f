import type { SubscriptionPlan } from "@app/core/billing/catalogue";
import { scheduleAfterPurchase } from "@app/core/credits/grants";
import { type ScheduleTerms, type Settlement, settleDueInstallments } from "@app/core/schedule/installments";
import { Prisma, type Tx } from "@app/db/client/db";
import type { Grant } from "../credits/grant-credits";
import { createId } from "../platform/create-id";

/**
 * The grants still due of the cycle that a renewal is about to replace: what fell due before the renewal has been paid for.
 * A paused schedule grants nothing: its money went back. Locks the schedule until the transaction ends.
 */
export async function settleBeforeReset(
  tx: Tx,
  renewal: { subscriptionId: string; plan: SubscriptionPlan; now: Date },
): Promise<Grant[]> {
  if (renewal.plan.grantSchedule.mode !== "installments") return [];
  const [schedule] = await tx.$queryRaw<ScheduleRow[]>`
    SELECT ${scheduleColumns} FROM subscription_credit_schedule WHERE "subscriptionId" = ${renewal.subscriptionId} FOR UPDATE`;
  if (!schedule || schedule.pausedAt !== null) return [];
  const { amounts } = settleDueInstallments(schedule, renewal.now, schedule.grantsRemaining);
  return amounts.map((delta) => ({
    entryId: createId(),
    userId: schedule.userId,
    delta,
    reason: "subscription_schedule",
    reference: schedule.subscriptionId,
  }));
}

/** Starts the instalments of a cycle that was just paid for, replacing those of the cycle before, paused ones too. */
export async function resetSchedule(
  tx: Tx,
  cycle: { subscriptionId: string; paymentId: string; userId: string; plan: SubscriptionPlan; paidAt: Date },
): Promise<void> {
  const terms = scheduleAfterPurchase(cycle.plan, cycle.paidAt);
  if (!terms) return;
  const { userId, paymentId } = cycle;
  const bought = { userId, paymentId, planKey: cycle.plan.key, updatedAt: cycle.paidAt };
  const values = { ...terms, ...bought, pausedAt: null, pauseReason: null };
  await tx.subscriptionCreditSchedule.upsert({
    where: { subscriptionId: cycle.subscriptionId },
    create: { ...values, subscriptionId: cycle.subscriptionId, createdAt: cycle.paidAt },
    update: values,
  });
}

/** A schedule as raw statements read it. */
export interface ScheduleRow extends ScheduleTerms {
  id: string;
  subscriptionId: string;
  userId: string;
  /** While it is set, nothing is granted. */
  pausedAt: Date | null;
}

export const scheduleColumns = Prisma.sql`id, "subscriptionId", "userId", "creditsPerGrant", "intervalMonths", "grantsRemaining", "totalCreditsRemaining", "nextGrantAt", "pausedAt"`;

/** Stores what is left of settled schedules and deletes the finished ones: two statements for any number of rows. */
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
