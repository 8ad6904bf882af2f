import type { ScheduleTerms } from "@app/core/schedule/schedule";
import { Prisma } from "@app/db/client";

/** A schedule as raw statements read it. */
export interface ScheduleRow extends ScheduleTerms {
  id: string;
  subscriptionId: string;
  userId: string;
  /** While it is set, nothing is granted. */
  pausedAt: Date | null;
}

export const scheduleColumns = Prisma.sql`id, "subscriptionId", "userId", "creditsPerGrant", "intervalMonths", "grantsRemaining", "totalCreditsRemaining", "nextGrantAt", "pausedAt"`;
