import { createConfiguredFetch } from "@app/clients/configured-fetch";
import type { Provider } from "@auth/core/providers";
import GitHub from "@auth/core/providers/github";
import Google from "@auth/core/providers/google";
import type { Profile } from "@auth/core/types";
import { z } from "zod";
import type { Env } from "./env.server";

/** The OAuth providers that are configured; the sign-in page shows a button for each. */
export function oauthProviders(env: Env): Provider[] {
  return [
    ...(env.AUTH_GOOGLE_ID && env.AUTH_GOOGLE_SECRET
      ? [Google({ clientId: env.AUTH_GOOGLE_ID, clientSecret: env.AUTH_GOOGLE_SECRET })]
      : []),
    ...(env.AUTH_GITHUB_ID && env.AUTH_GITHUB_SECRET
      ? [
          GitHub({
            clientId: env.AUTH_GITHUB_ID,
            clientSecret: env.AUTH_GITHUB_SECRET,
            userinfo: {
              url: GITHUB_USER_URL,
              request: ({ tokens }: GitHubUserinfoRequest) => readGitHubProfile(tokens),
            },
          }),
        ]
      : []),
  ];
}

/** The e-mail address a provider vouches for: it has made sure that it is the person's. Null where it does not say so. */
export function providerVerifiedEmail(profile: Profile | undefined): string | null {
  return profile?.email_verified === true && profile.email ? profile.email : null;
}

const GITHUB_USER_URL = "https://api.github.com/user";
const PROVIDER_TIMEOUT_MS = 10_000;
const PROVIDER_RESPONSE_MAX_BYTES = 1024 * 1024;
const fetchFromProvider = createConfiguredFetch(PROVIDER_RESPONSE_MAX_BYTES);

interface GitHubUserinfoRequest {
  tokens: { access_token?: string | undefined };
}

const GitHubUser = z.looseObject({ id: z.number(), login: z.string(), email: z.string().nullish() });
const GitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub says whether an address is verified only in its list of addresses. */
async function readGitHubProfile({ access_token: token }: GitHubUserinfoRequest["tokens"]) {
  const read = async (url: string) => {
    const headers = { Authorization: `Bearer ${token}`, "User-Agent": "genmint" };
    const response = await fetchFromProvider(url, { headers, signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) });
    if (!response.ok) throw new Error(`GitHub answered ${response.status}`);
    return response.json();
  };
  const [user, emails] = await Promise.all([read(GITHUB_USER_URL), read(`${GITHUB_USER_URL}/emails`)]);
  const primary = GitHubEmails.parse(emails).find((one) => one.primary);
  return { ...GitHubUser.parse(user), email: primary?.email ?? null, email_verified: primary?.verified ?? false };
}
