import type { Tx } from "@app/db/client";

/** An identity at an OAuth provider. */
export interface Identity {
  provider: string;
  providerAccountId: string;
}

/**
 * Hands an account to the owner of its address, who has just shown to be that by a way in that needs nothing else. What was made on it
 * before may be a stranger's, who signed up with an address of somebody else: unless that was proven not to be so, the password stops
 * working, every session ends, and other ways in are forgotten. The second time there is nothing left to do.
 * @param keep the identity that the owner came by
 */
export async function claimAccount(tx: Tx, userId: string, keep: Identity | null = null): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, ownerProven: false, deletedAt: null },
    data: { emailVerified: true, ownerProven: true, passwordHash: null },
  });
  if (count === 0) return;
  await tx.session.deleteMany({ where: { userId } });
  await tx.account.deleteMany({ where: { userId, ...(keep ? { NOT: keep } : {}) } });
  await tx.emailVerification.deleteMany({ where: { userId } });
}
