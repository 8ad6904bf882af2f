import type { Format } from "~/i18n/format";

/** When a ban ends, in words; a dash for someone who is not banned. */
export function banEnd(user: { banned: boolean; banExpires: Date | null }, format: Format): string {
  if (!user.banned) return "—";
  return user.banExpires ? format.dateTime(user.banExpires) : "Never";
}
