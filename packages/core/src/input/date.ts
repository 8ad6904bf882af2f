import { z } from "zod";

/** A moment that may be left out: ISO 8601 text as it travels in JSON, or a Date where a page calls without HTTP between. */
export function optionalDate(field: string) {
  const error = `${field} must be a date`;
  return z
    .union([z.date(), z.string()], { error })
    .transform((value, context) => {
      const date = typeof value === "string" ? parseIsoDate(value) : value;
      if (date !== null) return date;
      context.addIssue({ code: "custom", message: error });
      return z.NEVER;
    })
    .nullish()
    .transform((date) => date ?? undefined);
}

// The built-in parser guesses at anything ("step 1" is a day in 2001), so the shape is checked before it is asked.
const ISO_DATE = /^(?<day>\d{4}-\d{2}-\d{2})(?<time>T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(?<zone>Z|[+-]\d{2}:\d{2})?)?$/;

/** A moment from ISO 8601 text; UTC where no zone is given; null when it is no such text or no real date. */
export function parseIsoDate(text: string): Date | null {
  const { day, time, zone } = ISO_DATE.exec(text)?.groups ?? {};
  if (day === undefined || !isCalendarDay(day)) return null;
  const date = new Date(time !== undefined && zone === undefined ? `${text}Z` : text);
  return Number.isNaN(date.getTime()) ? null : date;
}

// The built-in parser turns 31 February into a day of March.
function isCalendarDay(day: string): boolean {
  const midnight = new Date(day);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
