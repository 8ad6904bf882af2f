import { z } from "zod";
import { parseIsoDate } from "../input/iso-date";
import { optionalText } from "../input/text";

const REASON_MAX_CHARACTERS = 500;
const ISO_DATE_MAX_CHARACTERS = 40;

/** A ban; without `expires` it is for good. Whether `expires` lies ahead is decided where the clock is. */
export const BanInput = z.object({
  reason: optionalText("reason", REASON_MAX_CHARACTERS).transform((reason) => reason?.trim()),
  expires: optionalText("expires", ISO_DATE_MAX_CHARACTERS).transform((text, context) => {
    if (text === undefined) return undefined;
    const date = parseIsoDate(text);
    if (date) return date;
    context.addIssue({
      code: "custom",
      message: "expires must be an ISO 8601 date",
    });
    return z.NEVER;
  }),
});
export type BanInput = z.output<typeof BanInput>;
