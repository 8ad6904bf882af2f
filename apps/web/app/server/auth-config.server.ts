import { SESSION_MAX_AGE_SECONDS } from "@app/services/account/create-session";
import { isUserBanned } from "@app/services/account/is-user-banned";
import { recognizeIdentity } from "@app/services/account/link-identity";
import { signInWithPassword } from "@app/services/account/sign-in-with-password";
import type { AuthConfig } from "@auth/core";
import Credentials from "@auth/core/providers/credentials";
import { createAuthAdapter } from "./auth-adapter.server";
import { oauthProviders, providerVerifiedEmail } from "./auth-oauth.server";
import { issueBanTicket } from "./ban-ticket.server";
import type { Deps } from "./deps.server";
import { issueSession } from "./issue-session.server";
import { magicLinkProvider } from "./magic-link.server";
import { usesSecureCookies } from "./session-cookie.server";
import { captureAuthError, type SignInAttempt } from "./sign-in-attempt.server";

const SIGN_IN_PATH = "/sign-in";
/** Auth.js appends a query of its own: this must be a path without one. */
const LINK_SENT_PATH = `${SIGN_IN_PATH}/sent`;
const BANNED_PATH = `${SIGN_IN_PATH}?error=Banned`;

/** The configuration of one request, which notes in `attempt` what it learns. */
export function createAuthConfig(deps: Deps, attempt: SignInAttempt): AuthConfig {
  const { env, service } = deps;
  return {
    basePath: "/api/auth",
    secret: env.AUTH_SECRET,
    trustHost: true,
    useSecureCookies: usesSecureCookies(env),
    adapter: createAuthAdapter(service, attempt),
    session: { strategy: "database", maxAge: SESSION_MAX_AGE_SECONDS },
    providers: [passwordProvider(deps, attempt), magicLinkProvider(deps, attempt), ...oauthProviders(env)],
    pages: { signIn: SIGN_IN_PATH, error: SIGN_IN_PATH, verifyRequest: LINK_SENT_PATH },
    callbacks: {
      signIn: async ({ user, account, profile, email }) => {
        // A link is only asked for: whoever asks is told the same about every address.
        if (email?.verificationRequest) return true;
        // Whichever way someone signs in, a ban is looked up at that moment.
        if (!(await isUserBanned(service, user))) {
          attempt.verifiedEmail = providerVerifiedEmail(profile);
          if (account && attempt.verifiedEmail) await recognizeIdentity(service, account, attempt.verifiedEmail);
          return true;
        }
        // Only the right password proves whose account it is.
        if (account?.provider !== "credentials" || !user.id) return BANNED_PATH;
        return `${BANNED_PATH}&ban=${issueBanTicket(env.AUTH_SECRET, user.id, service.now())}`;
      },
      session: ({ session, user }) => ({
        expires: session.expires,
        user: { id: user.id, email: user.email, name: user.name ?? null },
      }),
    },
    // Auth.js makes a token for a password sign-in even where sessions are rows: this makes that token a row.
    jwt: {
      encode: async ({ token }) => (await issueSession(service, attempt, token?.sub ?? "")).sessionToken,
      decode: async () => null,
    },
    logger: {
      error: (error) => service.log.info({ err: error }, "sign-in failed"),
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
