import { createConfiguredFetch } from "@app/clients/http/configured-fetch";
import { CALLBACK_MAX_CHARACTERS } from "@app/core/account/account-input";
import { requiredEmail } from "@app/core/account/credentials";
import { invariant } from "@app/core/errors";
import { parseInput } from "@app/core/input/parse";
import { SIGN_IN_LINK_MAX_AGE_MS } from "@app/services/account/mailed-links";
import { requestSignInLink } from "@app/services/account/sign-in-link";
import { customFetch } from "@auth/core";
import type { Provider } from "@auth/core/providers";
import type { EmailConfig } from "@auth/core/providers/email";
import GitHub from "@auth/core/providers/github";
import Google from "@auth/core/providers/google";
import type { Profile } from "@auth/core/types";
import { z } from "zod";
import { localeOfPath } from "~/i18n/locale";
import type { Deps } from "../composition-root.server";
import type { Env } from "../env/env.server";
import { captureAuthError, type SignInAttempt } from "./sign-in-attempt.server";

/** The configured OAuth providers. The sign-in page shows a button for each. */
export function oauthProviders(env: Env): Provider[] {
  return [
    ...(env.AUTH_GOOGLE_ID && env.AUTH_GOOGLE_SECRET
      ? [
          Google({
            clientId: env.AUTH_GOOGLE_ID,
            clientSecret: env.AUTH_GOOGLE_SECRET,
            [customFetch]: fetchForAuth,
          }),
        ]
      : []),
    ...(env.AUTH_GITHUB_ID && env.AUTH_GITHUB_SECRET
      ? [
          GitHub({
            clientId: env.AUTH_GITHUB_ID,
            clientSecret: env.AUTH_GITHUB_SECRET,
            [customFetch]: fetchForAuth,
            userinfo: {
              url: GITHUB_USER_URL,
              request: ({ tokens }: GitHubUserinfoRequest) => readGitHubProfile(tokens),
            },
          }),
        ]
      : []),
  ];
}

/** The e-mail address that the provider has verified to be the user's; null when it does not say so. */
export function providerVerifiedEmail(profile: Profile | undefined): string | null {
  return profile?.email_verified === true && profile.email ? profile.email : null;
}

/** An error of Auth.js about an OAuth provider that has refused this service. GitHub does so with a status of success. */
const RefusedSignIn = z.object({
  cause: z.object({
    err: z.union([
      z.object({ error: z.string() }),
      z.object({ cause: z.object({ body: z.object({ error: z.string() }) }) }),
    ]),
  }),
});

/** The code by which an OAuth provider refused this service, such as `invalid_client` for a wrong secret. Null for any other failed sign-in. */
export function providerRefusal(error: unknown): string | null {
  const { data } = RefusedSignIn.safeParse(error);
  if (!data) return null;
  const { err } = data.cause;
  return "error" in err ? err.error : err.cause.body.error;
}

const GITHUB_USER_URL = "https://api.github.com/user";
const PROVIDER_TIMEOUT_MS = 10_000;
const PROVIDER_RESPONSE_MAX_BYTES = 1024 * 1024;
const fetchFromProvider = createConfiguredFetch(PROVIDER_RESPONSE_MAX_BYTES);

/** For the calls that Auth.js makes itself. It would wait minutes for a provider that does not respond. */
async function fetchForAuth(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const { method = "GET", headers = {}, body } = init;
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
  const response = await fetchFromProvider(url, { method, headers, body: body?.toString() ?? null, signal });
  return new Response(await response.text(), { status: response.status, headers: response.headers });
}

interface GitHubUserinfoRequest {
  tokens: { access_token?: string | undefined };
}

const GitHubUser = z.looseObject({ id: z.number(), login: z.string(), email: z.string().nullish() });
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** The profile, with the primary address and whether it is verified, which only GitHub's list of addresses says. */
async function readGitHubProfile({ access_token: token }: GitHubUserinfoRequest["tokens"]) {
  const read = async (url: string) => {
    const headers = { Authorization: `Bearer ${token}`, "User-Agent": "genmint" };
    const response = await fetchFromProvider(url, { headers, signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`GitHub responded with ${response.status}`);
    return response.json();
  };
  const [user, emails] = await Promise.all([read(GITHUB_USER_URL), read(`${GITHUB_USER_URL}/emails`)]);
  const primary = GitHubEmails.parse(emails).find((email) => email.primary);
  return { ...GitHubUser.parse(user), email: primary?.email ?? null, email_verified: primary?.verified ?? false };
}

const LinkRequest = z.object({ email: requiredEmail("email") });

/**
 * Sign-in by a mailed link, valid once and for 15 minutes. The request only queues the mail, and the mail's token is created with it: the
 * token that Auth.js passes here is never used or stored.
 */
export function magicLinkProvider({ env, service }: Deps, attempt: SignInAttempt): EmailConfig {
  return {
    id: "email",
    type: "email",
    name: "E-mail",
    from: env.MAIL_FROM,
    maxAge: SIGN_IN_LINK_MAX_AGE_MS / 1000,
    // Auth.js hashes a link's token together with a secret. The token is random enough without one, as in our other mails.
    secret: "",
    options: {},
    normalizeIdentifier: (email) => parseInput(LinkRequest, { email }).email,
    sendVerificationRequest: async ({ identifier: email, url }) => {
      await captureAuthError(attempt, async () => {
        const requested = new URL(url).searchParams.get("callbackUrl") ?? env.APP_URL;
        const callbackUrl = requested.length <= CALLBACK_MAX_CHARACTERS ? requested : env.APP_URL;
        const locale = localeOfPath(new URL(callbackUrl, env.APP_URL).pathname);
        invariant(attempt.caller, "a link is requested by a request that has a caller");
        await requestSignInLink(service, { email, locale, callbackUrl }, attempt.caller);
      });
    },
  };
}
