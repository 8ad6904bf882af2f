import { isDemoAccount } from "@app/db/cli/demo-accounts";
import { isUserBanned } from "@app/services/account/bans";
import { claimAccount, createAccount, linkIdentity, recognizeIdentity } from "@app/services/account/identities";
import { SESSION_MAX_AGE_SECONDS } from "@app/services/account/sessions";
import { signInWithPassword } from "@app/services/account/sign-in";
import type { ServiceContext } from "@app/services/context";
import type { AuthConfig } from "@auth/core";
import type { Adapter, AdapterUser } from "@auth/core/adapters";
import Credentials from "@auth/core/providers/credentials";
import { PrismaAdapter } from "@auth/prisma-adapter";
import type { Deps } from "../composition-root.server";
import { issueBanTicket } from "./ban-ticket.server";
import { findCsrfSecret, usesSecureCookies } from "./cookies.server";
import { magicLinkProvider, oauthProviders, providerRefusal, providerVerifiedEmail } from "./providers.server";
import { captureAuthError, issueSession, type SignInAttempt } from "./sign-in-attempt.server";

const SIGN_IN_PATH = "/sign-in";
/** Auth.js appends a query of its own: this must be a path without one. */
const LINK_SENT_PATH = `${SIGN_IN_PATH}/sent`;
const OAUTH_TYPES: ReadonlySet<string> = new Set(["oauth", "oidc"]);
const BANNED_PATH = `${SIGN_IN_PATH}?error=Banned`;

/** Auth.js's configuration for one request. Its callbacks record the course of the sign-in in `attempt`. */
export function createAuthConfig(deps: Deps, request: Request, attempt: SignInAttempt): AuthConfig {
  const { env, service } = deps;
  const { authSecrets } = service.config;
  return {
    basePath: "/api/auth",
    // One and not all of them: Auth.js would join them for its CSRF token, and the result is none of them.
    secret: findCsrfSecret(request, env, authSecrets) ?? authSecrets[0],
    trustHost: true,
    useSecureCookies: usesSecureCookies(env),
    adapter: createAuthAdapter(service, attempt),
    // As old as its maximum, so that Auth.js never prolongs a session.
    session: { strategy: "database", maxAge: SESSION_MAX_AGE_SECONDS, updateAge: SESSION_MAX_AGE_SECONDS },
    providers: [passwordProvider(deps, attempt), magicLinkProvider(deps, attempt), ...oauthProviders(env)],
    pages: { signIn: SIGN_IN_PATH, error: SIGN_IN_PATH, verifyRequest: LINK_SENT_PATH },
    callbacks: {
      signIn: async ({ user, account, profile, email }) => {
        // Only a link is requested. The response is the same for every address, so that it shows nothing about accounts.
        if (email?.verificationRequest) return true;
        // Checked at every sign-in, by every provider.
        if (!(await isUserBanned(service, user))) {
          attempt.verifiedEmail = providerVerifiedEmail(profile);
          if (account && OAUTH_TYPES.has(account.type)) attempt.proof = { identity: account };
          if (account && attempt.verifiedEmail) await recognizeIdentity(service, account, attempt.verifiedEmail);
          return true;
        }
        // Only the right password, or an identity that is linked to the account, proves who owns it and may learn why it is banned. Of an
        // identity that is linked to none, Auth.js passes an id that no account has.
        const isOwner = account?.provider === "credentials" || (account && OAUTH_TYPES.has(account.type));
        if (!isOwner || !user.id) return BANNED_PATH;
        return `${BANNED_PATH}&ban=${issueBanTicket(authSecrets, user.id, service.now())}`;
      },
      session: ({ session, user }) => ({
        expires: session.expires,
        user: { id: user.id, email: user.email, name: user.name ?? null },
      }),
    },
    // After a password, Auth.js asks for a JWT even when sessions are rows: the session row is created here, and its token returned.
    jwt: {
      encode: async ({ token }) => (await issueSession(service, attempt, token?.sub ?? "")).sessionToken,
      decode: async () => null,
    },
    logger: {
      error: (error) => {
        const refusal = providerRefusal(error);
        // Most likely its secret is wrong here: then nobody can sign in by it. Other failures are those of one user.
        if (refusal === null) service.log.info({ err: error }, "sign-in failed");
        else service.log.warn({ err: error, refusal }, "sign-in failed");
      },
      warn: (code) => service.log.debug({ code }, "auth warning"),
      debug: () => undefined,
    },
  };
}

function passwordProvider({ service }: Deps, attempt: SignInAttempt) {
  return Credentials({
    credentials: { email: {}, password: {}, code: {} },
    authorize: async ({ email, password, code }) => {
      if (typeof email !== "string" || typeof password !== "string") return null;
      const signedIn = await captureAuthError(attempt, () =>
        signInWithPassword(service, attempt.caller, { email, password, code }),
      );
      if (!signedIn) return null;
      const { user, hasGivenCode } = signedIn;
      attempt.proof = { passwordHash: user.passwordHash, hasGivenCode };
      return { id: user.id, email: user.email, name: user.name };
    },
  });
}

type StoredUser = {
  id: string;
  email: string;
  name: string | null;
  image: string | null;
  emailVerified: boolean;
  updatedAt: Date;
};

/**
 * Auth.js's Prisma adapter, adjusted to this schema: `emailVerified` is a boolean, e-mail addresses are lower case, and Auth.js sees no
 * column of a user but those of `StoredUser`.
 */
export function createAuthAdapter(ctx: ServiceContext, attempt: SignInAttempt): Adapter {
  const { db } = ctx;
  const base = PrismaAdapter(db);
  return {
    ...base,
    createUser: async (user) =>
      toAdapterUser(
        await createAccount(ctx, {
          name: user.name ?? null,
          email: user.email.toLowerCase(),
          image: user.image ?? null,
          isVerified: user.emailVerified !== null,
        }),
      ),
    // Auth.js updates a user in one case only: a mailed sign-in link was opened.
    updateUser: async ({ id }) => {
      await db.$transaction((tx) => claimAccount(tx, id, ctx.now()));
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
    // Nothing is stored: the token in the mail is created with the mail.
    createVerificationToken: async (token) => token,
  };
}

function toAdapterUserOrNull(user: StoredUser | null): AdapterUser | null {
  return user && toAdapterUser(user);
}

function toAdapterUser({ id, email, name, image, emailVerified, updatedAt }: StoredUser): AdapterUser {
  return { id, email, name, image, emailVerified: emailVerified ? updatedAt : null };
}
