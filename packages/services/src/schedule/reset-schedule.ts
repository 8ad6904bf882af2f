import type { SubscriptionPlan } from "@app/core/billing/catalogue";
import { scheduleAfterPurchase } from "@app/core/credits/grants";
import { settleDueInstallments } from "@app/core/schedule/installments";
import type { Tx } from "@app/db/client/db";
import type { Grant } from "../credits/grant-credits";
import { createId } from "../platform/create-id";
import { type ScheduleRow, scheduleColumns } from "./schedule-rows";

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
