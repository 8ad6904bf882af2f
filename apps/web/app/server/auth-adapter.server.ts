import { isDemoAccount } from "@app/db/demo-accounts";
import { claimAccount } from "@app/services/account/claim-account";
import { linkIdentity } from "@app/services/account/link-identity";
import type { ServiceContext } from "@app/services/context";
import type { Adapter, AdapterUser } from "@auth/core/adapters";
import { PrismaAdapter } from "@auth/prisma-adapter";
import { issueSession } from "./issue-session.server";
import type { SignInAttempt } from "./sign-in-attempt.server";

type StoredUser = {
  id: string;
  email: string;
  name: string | null;
  image: string | null;
  emailVerified: boolean;
  updatedAt: Date;
};

/**
 * Auth.js's Prisma adapter over this schema: here `emailVerified` is a boolean and e-mail addresses are lower case, and nothing but
 * these columns of a user leaves the database through it.
 */
export function createAuthAdapter(ctx: ServiceContext, attempt: SignInAttempt): Adapter {
  const { db } = ctx;
  const base = PrismaAdapter(db);
  return {
    ...base,
    createUser: async (user) =>
      toAdapterUser(
        await db.user.create({
          data: {
            name: user.name ?? null,
            email: user.email.toLowerCase(),
            image: user.image ?? null,
            emailVerified: user.emailVerified !== null,
            ownerProven: user.emailVerified !== null,
          },
        }),
      ),
    // Auth.js changes a user in one case only: somebody came by a mailed link.
    updateUser: async ({ id }) => {
      await db.$transaction((tx) => claimAccount(tx, id));
      return toAdapterUser(await db.user.findUniqueOrThrow({ where: { id } }));
    },
    linkAccount: ({ userId, type, provider, providerAccountId }) =>
      linkIdentity(ctx, { userId, type, provider, providerAccountId }, attempt.verifiedEmail),
    getUser: async (id) => toAdapterUserOrNull(await db.user.findUnique({ where: { id } })),
    getUserByEmail: async (email) =>
      toAdapterUserOrNull(await db.user.findUnique({ where: { email: email.toLowerCase() } })),
    getUserByAccount: async ({ provider, providerAccountId }) => {
      const account = await db.account.findUnique({
        where: { provider_providerAccountId: { provider, providerAccountId } },
        include: { user: true },
      });
      return toAdapterUserOrNull(account?.user ?? null);
    },
    createSession: async ({ userId }) => ({ userId, ...(await issueSession(ctx, attempt, userId)) }),
    getSessionAndUser: async (sessionToken) => {
      const row = await db.session.findUnique({ where: { sessionToken, awaitsCode: false }, include: { user: true } });
      if (row && isDemoAccount(row.userId) && !ctx.config.acceptDemoAccounts) return null;
      return (
        row && { session: { sessionToken, userId: row.userId, expires: row.expires }, user: toAdapterUser(row.user) }
      );
    },
    // The token that is mailed is made, and kept, when the mail is.
    createVerificationToken: async (token) => token,
  };
}

function toAdapterUserOrNull(user: StoredUser | null): AdapterUser | null {
  return user && toAdapterUser(user);
}

function toAdapterUser({ id, email, name, image, emailVerified, updatedAt }: StoredUser): AdapterUser {
  return { id, email, name, image, emailVerified: emailVerified ? updatedAt : null };
}
