import { randomInt } from "node:crypto";

export interface GitHubUser {
  id: number;
  login: string;
  name: string | null;
  email: string;
  /** Whether GitHub has verified that the address belongs to the user. */
  isVerified: boolean;
}

export const GITHUB_ENV = { AUTH_GITHUB_ID: "github-id", AUTH_GITHUB_SECRET: "github-secret" };

export function newGitHubUser(email: string, isVerified: boolean): GitHubUser {
  return { id: randomInt(1_000_000_000), login: "octo", name: "Octo", email, isVerified };
}

/** Plays GitHub's part in a sign-in. `currentUser` is the user who signs in next, `refusal` what it says to the service instead. */
export function createFakeGitHub() {
  const github = {
    currentUser: newGitHubUser("octo@example.com", true),
    refusal: null as { status: number; error: string } | null,
    respond: async ({ url }: Request): Promise<Response | null> => {
      const { host, pathname } = new URL(url);
      const { email, isVerified, ...user } = github.currentUser;
      switch (`${host}${pathname}`) {
        case "github.com/login/oauth/access_token":
          if (github.refusal) return Response.json({ error: github.refusal.error }, { status: github.refusal.status });
          return Response.json({ access_token: "github-access-token", token_type: "bearer", scope: "user:email" });
        case "api.github.com/user":
          // The public address, which proves nothing.
          return Response.json({ ...user, email: "public@example.com", avatar_url: "https://pictures.example/o.png" });
        case "api.github.com/user/emails":
          return Response.json([
            { email: "second@example.com", primary: false, verified: true },
            { email, primary: true, verified: isVerified },
          ]);
        default:
          return null;
      }
    },
  };
  return github;
}
