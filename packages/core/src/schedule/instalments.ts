import { invariant } from "../errors";

/** The part of a stored schedule that decides the next instalments. */
export interface ScheduleTerms {
  creditsPerGrant: number;
  intervalMonths: number;
  grantsRemaining: number;
  totalCreditsRemaining: number;
  nextGrantAt: Date;
}

export interface Settlement {
  /** Credits of each due instalment, the oldest first. All are positive. */
  amounts: readonly number[];
  totalGranted: number;
  /** The schedule's new terms. Null once it is finished, and its row is to be deleted. */
  next: ScheduleTerms | null;
}

/**
 * The instalments of a yearly plan that are due at `now` (spec, endpoint 1, rule 2). Writes nothing. Amounts are whole credits. The last
 * instalment grants all that is left, so that a cycle's total is exact.
 * @param instalmentsMax bound for one run, so that a schedule that is years late cannot hold the transaction open
 */
export function settleDueInstalments<S extends ScheduleTerms>(
  schedule: S,
  now: Date,
  instalmentsMax: number,
): Settlement {
  const { creditsPerGrant, intervalMonths } = schedule;
  invariant(creditsPerGrant > 0, "an instalment gives credits");
  invariant(intervalMonths > 0, "instalments are months apart");

  let { grantsRemaining, totalCreditsRemaining, nextGrantAt } = schedule;
  const amounts: number[] = [];
  while (grantsRemaining > 0 && totalCreditsRemaining > 0 && nextGrantAt <= now && amounts.length < instalmentsMax) {
    const amount = grantsRemaining > 1 ? Math.min(creditsPerGrant, totalCreditsRemaining) : totalCreditsRemaining;
    amounts.push(amount);
    grantsRemaining -= 1;
    totalCreditsRemaining -= amount;
    nextGrantAt = addMonthsUtc(nextGrantAt, intervalMonths);
  }

  const finished = grantsRemaining <= 0 || totalCreditsRemaining <= 0;
  return {
    amounts,
    totalGranted: schedule.totalCreditsRemaining - totalCreditsRemaining,
    next: finished
      ? null
      : {
          creditsPerGrant,
          intervalMonths,
          grantsRemaining,
          totalCreditsRemaining,
          nextGrantAt,
        },
  };
}

/** An instalment that is not granted yet. */
export interface UpcomingInstalment {
  grantAt: Date;
  credits: number;
}

/** More than any plan has. A bound, because a schedule's numbers come from the database. */
const UPCOMING_MAX = 120;

/** The remaining instalments of a schedule, with the dates and amounts that they will be granted with. */
export function upcomingInstalments(schedule: ScheduleTerms): UpcomingInstalment[] {
  const upcoming: UpcomingInstalment[] = [];
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

/**
 * The same day and time of day `months` calendar months later, in UTC. A day that the target month lacks becomes its last one
 * (31 Jan → 28 Feb), so that no month is skipped.
 */
export function addMonthsUtc(date: Date, months: number): Date {
  const result = new Date(date);
  const day = date.getUTCDate();
  // Set to the 1st before the month changes: on the 31st, setting the month could overflow into the next one.
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  result.setUTCDate(Math.min(day, lastDayOfMonthUtc(result)));
  return result;
}

function lastDayOfMonthUtc(date: Date): number {
  const last = new Date(date);
  // Day 0 of a month is the last day of the one before.
  last.setUTCMonth(last.getUTCMonth() + 1, 0);
  return last.getUTCDate();
}
