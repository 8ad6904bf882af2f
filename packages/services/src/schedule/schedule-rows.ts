import type { ScheduleTerms, Settlement } from "@app/core/schedule/installments";
import { Prisma, type Tx } from "@app/db/client/db";

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
