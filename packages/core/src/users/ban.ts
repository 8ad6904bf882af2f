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
