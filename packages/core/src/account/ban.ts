import { z } from "zod";
import { parseIsoDate } from "../input/date";
import { optionalText } from "../input/fields";

/** Reason and end of a ban. Without `expires` it is permanent. */
export interface Ban {
  reason: string | null;
  expires: Date | null;
}

interface Bannable {
  banned: boolean;
  banReason: string | null;
  banExpires: Date | null;
}

/** Whether a ban is in force at `now`. It is permanent without an expiry, and over at the moment of its expiry. */
export function isBanned(user: Omit<Bannable, "banReason">, now: Date): boolean {
  return user.banned && (user.banExpires === null || user.banExpires > now);
}

/** The ban in force at `now`; null if there is none. */
export function findBan(user: Bannable, now: Date): Ban | null {
  return isBanned(user, now) ? { reason: user.banReason, expires: user.banExpires } : null;
}

const REASON_MAX_CHARACTERS = 500;
const ISO_DATE_MAX_CHARACTERS = 40;

/** A ban; without `expires` it is permanent. The use case, which has the clock, checks that `expires` is in the future. */
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
