import { z } from "zod";
import { parseIsoDate } from "../input/date";
import { optionalText } from "../input/fields";

/** Why somebody is banned and until when; for good without an expiry. */
export interface Ban {
  reason: string | null;
  expires: Date | null;
}

interface Bannable {
  banned: boolean;
  banReason: string | null;
  banExpires: Date | null;
}

/** Whether the ban holds at `now`: for good without an expiry, and no longer once the expiry is reached. */
export function isBanned(user: Omit<Bannable, "banReason">, now: Date): boolean {
  return user.banned && (user.banExpires === null || user.banExpires > now);
}

/** The ban that holds at `now`, if any. */
export function findBan(user: Bannable, now: Date): Ban | null {
  return isBanned(user, now) ? { reason: user.banReason, expires: user.banExpires } : null;
}

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
