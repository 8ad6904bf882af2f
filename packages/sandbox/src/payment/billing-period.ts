import type { ProductTerms } from "./payment-state";

const MONTHS_PER_PERIOD = { "every-month": 1, "every-year": 12 } as const;

/** The end of the period that starts at `start`: calendar months in UTC, held at the month's last day. */
export function periodEndAfter(start: Date, period: NonNullable<ProductTerms["period"]>): Date {
  const end = new Date(start);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + MONTHS_PER_PERIOD[period]);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
}
