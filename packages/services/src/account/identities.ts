import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { runGrantingTransaction } from "../credits/grant-credits";
import { grantSignUpCredits } from "../credits/sign-up-credits";
import { queueVerification } from "./email-verification";

/**
 * Creates the account of someone who signs in by a provider or a mailed link for the first time.
 * @param account.isVerified whether the sign-in has proven that the address is theirs
 */
export async function createAccount(
  ctx: ServiceContext,
  { isVerified, ...account }: { name: string | null; email: string; image: string | null; isVerified: boolean },
) {
  return runGrantingTransaction(ctx, async (tx) => {
    const data = { ...account, emailVerified: isVerified, ownerProven: isVerified };
    const { id } = await tx.user.create({ data, select: { id: true } });
    await grantSignUpCredits(ctx, tx, id);
    return tx.user.findUniqueOrThrow({ where: { id } });
  });
}

/**
 * Links an OAuth identity to the account that was just created for it. The address counts as confirmed when the provider has verified it;
 * otherwise the confirmation mail is queued. The provider's tokens are not stored, because they are not needed.
 * @param verifiedEmail the address that the provider has verified, if any
 * @throws AppError `conflict` when the owner of the address has claimed the account since it was created
 */
export async function linkIdentity(
  ctx: ServiceContext,
  { userId, ...identity }: Identity & { userId: string; type: string },
  verifiedEmail: string | null,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const [user] = await tx.$queryRaw<{ ownerProven: boolean }[]>`
      SELECT "ownerProven" FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`;
    await tx.account.create({ data: { userId, ...identity } });
    if (await claimVerified(tx, identity, verifiedEmail, ctx.now())) return;
    if (user?.ownerProven) throw new AppError("conflict", "The account belongs to somebody else by now");
    await queueVerification(tx, { userId, locale: undefined, now: ctx.now() });
  });
}

/** Called when a user signs in with a linked identity: the provider may have verified the address since. */
export async function recognizeIdentity(ctx: ServiceContext, identity: Identity, verifiedEmail: string): Promise<void> {
  await ctx.db.$transaction((tx) => claimVerified(tx, identity, verifiedEmail, ctx.now()));
}

async function claimVerified(
  tx: Tx,
  { provider, providerAccountId }: Identity,
  verifiedEmail: string | null,
  now: Date,
): Promise<boolean> {
  const identity = { provider, providerAccountId };
  const account = await tx.account.findUnique({
    where: { provider_providerAccountId: identity },
    select: { user: { select: { id: true, email: true } } },
  });
  if (!account || account.user.email !== verifiedEmail?.toLowerCase()) return false;
  await claimAccount(tx, account.user.id, now, identity);
  return true;
}

/** An identity at an OAuth provider. */
interface Identity {
  provider: string;
  providerAccountId: string;
}

/**
 * Gives an account to the owner of its e-mail address, who has just proven to own it. A stranger may have created the account with this
 * address: unless the owner was proven before, the password, chat instructions, other identities and webhooks are removed, API keys are revoked,
 * and every session ends. Safe to repeat.
 * @param keep the identity that the owner has signed in with
 */
export async function claimAccount(tx: Tx, userId: string, now: Date, keep: Identity | null = null): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, ownerProven: false, deletedAt: null },
    data: { emailVerified: true, ownerProven: true, passwordHash: null, chatInstructions: null },
  });
  if (count === 0) return;
  await tx.session.deleteMany({ where: { userId } });
  await tx.account.deleteMany({ where: { userId, ...(keep ? { NOT: keep } : {}) } });
  await tx.emailVerification.deleteMany({ where: { userId } });
  await tx.apiKey.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: now } });
  // Deletes their deliveries and attempts as well.
  await tx.webhookEndpoint.deleteMany({ where: { userId } });
}
