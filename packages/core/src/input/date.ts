import { z } from "zod";
import { parseIsoDate } from "./iso-date";

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
