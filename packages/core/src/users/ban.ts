/** Whether a ban holds at `now`: for good without an expiry, and no longer once the expiry is reached. */
export function isBanned(user: { banned: boolean; banExpires: Date | null }, now: Date): boolean {
  return user.banned && (user.banExpires === null || user.banExpires > now);
}
