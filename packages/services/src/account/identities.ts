import type { Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { queueVerification } from "./email-verification";

/**
 * Remembers an OAuth identity as the way in to an account that was just made for it. Its address counts as confirmed where the provider
 * vouches for it; otherwise the mail that confirms it is queued. The provider's tokens are of no use here: what is not kept is not stolen.
 * @param vouchedEmail the address that the provider vouches for, if any
 */
export async function linkIdentity(
  ctx: ServiceContext,
  { userId, ...identity }: Identity & { userId: string; type: string },
  vouchedEmail: string | null,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await tx.account.create({ data: { userId, ...identity } });
    if (await claimVouched(tx, identity, vouchedEmail)) return;
    await queueVerification(tx, { userId, locale: undefined, now: ctx.now() });
  });
}

/** Somebody comes by an identity they came by before. By now its provider may vouch for the address of its account. */
export async function recognizeIdentity(ctx: ServiceContext, identity: Identity, vouchedEmail: string): Promise<void> {
  await ctx.db.$transaction((tx) => claimVouched(tx, identity, vouchedEmail));
}

async function claimVouched(tx: Tx, { provider, providerAccountId }: Identity, vouchedEmail: string | null) {
  const identity = { provider, providerAccountId };
  const account = await tx.account.findUnique({
    where: { provider_providerAccountId: identity },
    select: { user: { select: { id: true, email: true } } },
  });
  if (!account || account.user.email !== vouchedEmail?.toLowerCase()) return false;
  await claimAccount(tx, account.user.id, identity);
  return true;
}

/** An identity at an OAuth provider. */
interface Identity {
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
