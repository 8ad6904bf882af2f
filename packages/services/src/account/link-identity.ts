import type { Tx } from "@app/db/client";
import type { ServiceContext } from "../context";
import { claimAccount, type Identity } from "./claim-account";
import { queueVerification } from "./queue-verification";

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
