import { z } from "zod";

/** An optional date: ISO 8601 text from JSON, or a Date when a loader calls the procedure without HTTP. */
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

// The built-in parser accepts nearly anything ("step 1" is a day in 2001), so the format is checked first.
const ISO_DATE = /^(?<day>\d{4}-\d{2}-\d{2})(?<time>T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(?<zone>Z|[+-]\d{2}:\d{2})?)?$/;

/** PostgreSQL stores no earlier dates: the calendar has no year 0. */
const EARLIEST_MS = Date.parse("0001-01-01T00:00:00Z");
/** A time zone can move a time into the year 10000, which Prisma reads back as an invalid date. */
const LATEST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Parses ISO 8601 text, in UTC if it has no time zone. Null if the text has another format, is not a real date, or is before the year 1 or
 * after 9999.
 */
export function parseIsoDate(text: string): Date | null {
  const { day, time, zone } = ISO_DATE.exec(text)?.groups ?? {};
  if (day === undefined || !isCalendarDay(day)) return null;
  const date = new Date(time !== undefined && zone === undefined ? `${text}Z` : text);
  return date.getTime() >= EARLIEST_MS && date.getTime() <= LATEST_MS ? date : null;
}

// The built-in parser turns 31 February into a day in March.
function isCalendarDay(day: string): boolean {
  const midnight = new Date(day);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
