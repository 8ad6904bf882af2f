import type { Db } from "@app/db/client";
import type { Adapter, AdapterUser } from "@auth/core/adapters";
import { PrismaAdapter } from "@auth/prisma-adapter";

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
export function createAuthAdapter(db: Db): Adapter {
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
          },
        }),
      ),
    updateUser: async ({ id, name, email, image, emailVerified }) =>
      toAdapterUser(
        await db.user.update({
          where: { id },
          data: {
            ...(name === undefined ? {} : { name }),
            ...(email === undefined ? {} : { email: email.toLowerCase() }),
            ...(image === undefined ? {} : { image }),
            ...(emailVerified === undefined ? {} : { emailVerified: emailVerified !== null }),
          },
        }),
      ),
    getUser: async (id) => orNull(await db.user.findUnique({ where: { id } })),
    getUserByEmail: async (email) => orNull(await db.user.findUnique({ where: { email: email.toLowerCase() } })),
    getUserByAccount: async ({ provider, providerAccountId }) => {
      const account = await db.account.findUnique({
        where: { provider_providerAccountId: { provider, providerAccountId } },
        include: { user: true },
      });
      return orNull(account?.user ?? null);
    },
    getSessionAndUser: async (sessionToken) => {
      const row = await db.session.findUnique({ where: { sessionToken }, include: { user: true } });
      return (
        row && { session: { sessionToken, userId: row.userId, expires: row.expires }, user: toAdapterUser(row.user) }
      );
    },
  };
}

function orNull(user: StoredUser | null): AdapterUser | null {
  return user && toAdapterUser(user);
}

function toAdapterUser({ id, email, name, image, emailVerified, updatedAt }: StoredUser): AdapterUser {
  return { id, email, name, image, emailVerified: emailVerified ? updatedAt : null };
}
