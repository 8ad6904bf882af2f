import { checkPassword } from "@app/services/account/check-password";
import { createSession, SESSION_MAX_AGE_SECONDS } from "@app/services/account/create-session";
import { isUserBanned } from "@app/services/account/is-user-banned";
import type { AuthConfig } from "@auth/core";
import Credentials from "@auth/core/providers/credentials";
import { createAuthAdapter } from "./auth-adapter.server";
import { oauthProviders } from "./auth-oauth.server";
import { issueBanTicket } from "./ban-ticket.server";
import type { Deps } from "./deps.server";
import { magicLinkProvider } from "./magic-link.server";
import { usesSecureCookies } from "./session-cookie.server";

const SIGN_IN_PATH = "/sign-in";
/** Auth.js appends a query of its own: this must be a path without one. */
const LINK_SENT_PATH = `${SIGN_IN_PATH}/sent`;
const BANNED_PATH = `${SIGN_IN_PATH}?error=Banned`;

export function createAuthConfig(deps: Deps): AuthConfig {
  const { env, service } = deps;
  return {
    basePath: "/api/auth",
    secret: env.AUTH_SECRET,
    trustHost: true,
    useSecureCookies: usesSecureCookies(env),
    adapter: createAuthAdapter(service.db),
    session: { strategy: "database", maxAge: SESSION_MAX_AGE_SECONDS },
    providers: [passwordProvider(deps), magicLinkProvider(deps), ...oauthProviders(env)],
    pages: { signIn: SIGN_IN_PATH, error: SIGN_IN_PATH, verifyRequest: LINK_SENT_PATH },
    callbacks: {
      // Whichever way someone signs in, a ban is looked up at that moment.
      signIn: async ({ user, account }) => {
        if (!(await isUserBanned(service, user))) return true;
        // Only the right password proves whose account it is: a link may not even have been mailed yet.
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
      encode: async ({ token }) => (await createSession(service, token?.sub ?? "")).sessionToken,
      decode: async () => null,
    },
    logger: {
      error: (error) => service.log.info({ err: error }, "sign-in failed"),
      warn: (code) => service.log.debug({ code }, "auth warning"),
      debug: () => undefined,
    },
  };
}

function passwordProvider({ service }: Deps) {
  return Credentials({
    credentials: { email: {}, password: {} },
    authorize: async ({ email, password }) =>
      typeof email === "string" && typeof password === "string" ? checkPassword(service, { email, password }) : null,
  });
}
