import { addMonthsUtc } from "./add-months";
import type { ScheduleTerms } from "./schedule";

/** An instalment that is still to come. */
export interface UpcomingInstallment {
  grantAt: Date;
  credits: number;
}

/** More than any plan has: a schedule's numbers come from the database. */
const UPCOMING_MAX = 120;

/** The instalments a schedule still owes, with the dates and amounts they will be settled with. */
export function upcomingInstallments(schedule: ScheduleTerms): UpcomingInstallment[] {
  const upcoming: UpcomingInstallment[] = [];
  let { grantsRemaining, totalCreditsRemaining, nextGrantAt } = schedule;
  while (grantsRemaining > 0 && totalCreditsRemaining > 0 && upcoming.length < UPCOMING_MAX) {
    const credits =
      grantsRemaining > 1 ? Math.min(schedule.creditsPerGrant, totalCreditsRemaining) : totalCreditsRemaining;
    upcoming.push({ grantAt: nextGrantAt, credits });
    grantsRemaining -= 1;
    totalCreditsRemaining -= credits;
    nextGrantAt = addMonthsUtc(nextGrantAt, schedule.intervalMonths);
  }
  return upcoming;
}
