/**
 * The same day and time of day `months` calendar months on, in UTC. A day the target month lacks becomes its
 * last one (31 Jan → 28 Feb), so that a month is never skipped.
 */
export function addMonthsUtc(date: Date, months: number): Date {
  const result = new Date(date);
  const day = date.getUTCDate();
  // Moved to the first before the month changes: setting the month on the 31st would overflow into the one after.
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
