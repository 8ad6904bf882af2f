import { invariant } from "../errors";
import { addMonthsUtc } from "./add-months";
import type { ScheduleTerms } from "./schedule";

export interface Settlement {
  /** Credits of each instalment due, oldest first; all positive. */
  amounts: readonly number[];
  totalGranted: number;
  /** The schedule's new terms; null once it is finished and its row is to be deleted. */
  next: ScheduleTerms | null;
}

/**
 * Which instalments of a yearly plan are due at `now`. Writes nothing.
 * Amounts are whole credits; the last instalment pays out whatever is left, so a cycle's total is exact.
 * @param installmentsMax bound for one run: a schedule that slept for years cannot hold the transaction open
 */
export function settleDueInstallments<S extends ScheduleTerms>(
  schedule: S,
  now: Date,
  installmentsMax: number,
): Settlement {
  const { creditsPerGrant, intervalMonths } = schedule;
  invariant(creditsPerGrant > 0, "an instalment gives credits");
  invariant(intervalMonths > 0, "instalments are months apart");

  let { grantsRemaining, totalCreditsRemaining, nextGrantAt } = schedule;
  const amounts: number[] = [];
  while (grantsRemaining > 0 && totalCreditsRemaining > 0 && nextGrantAt <= now && amounts.length < installmentsMax) {
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
