import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ApiClient, signedInUser, TEST_PASSWORD } from "../../../test/api-client";
import { TEST_APP_URL, useTestApp } from "../../../test/app";
import { createFakeGitHub, GITHUB_ENV, newGitHubUser } from "../../../test/github";

const github = createFakeGitHub();
const app = useTestApp({ env: GITHUB_ENV, outside: github.answer });

const newEmail = () => `${randomUUID()}@example.com`;
const userOf = (email: string) => app.db.user.findUnique({ where: { email }, include: { accounts: true } });
const sessionOf = async (client: ApiClient) => (await client.get("/api/auth/session")).body;

/** There and back again. Answers where GitHub's user is led in the end. */
async function comeByGitHub(client: ApiClient): Promise<string> {
  const { csrfToken } = (await client.get("/api/auth/csrf")).body;
  const asked = await client.postForm("/api/auth/signin/github", { csrfToken, callbackUrl: "/billing" });
  const state = new URL(asked.headers.get("location") ?? "").searchParams.get("state");
  const query = new URLSearchParams({ code: "a-code", ...(state === null ? {} : { state }) });
  const response = await client.fetch(`/api/auth/callback/github?${query}`);
  return response.headers.get("location") ?? "";
}

describe("302", () => {
  it("makes an account with the primary address, confirmed where GitHub has confirmed it", async () => {
    const email = newEmail();
    github.signsIn = newGitHubUser(email.toUpperCase(), true);
    const client = new ApiClient(app);
    expect(await comeByGitHub(client)).toBe(`${TEST_APP_URL}/billing`);
    const user = await userOf(email);
    expect(user).toMatchObject({ name: "Octo", emailVerified: true, ownerProven: true, passwordHash: null });
    expect(await sessionOf(client)).toMatchObject({ user: { id: user?.id } });
  });

  it("keeps no token of the provider", async () => {
    const email = newEmail();
    github.signsIn = newGitHubUser(email, true);
    await comeByGitHub(new ApiClient(app));
    const [account] = (await userOf(email))?.accounts ?? [];
    expect(account).toMatchObject({ provider: "github", providerAccountId: String(github.signsIn.id) });
    expect(JSON.stringify(account)).not.toContain("github-access-token");
  });

  it("makes one that is to be confirmed where GitHub has not, until it has", async () => {
    const email = newEmail();
    github.signsIn = newGitHubUser(email, false);
    await comeByGitHub(new ApiClient(app));
    const user = await userOf(email);
    expect(user).toMatchObject({ emailVerified: false, ownerProven: false });
    const key = `verification:${user?.id}`;
    expect(await app.db.$queryRaw`SELECT key FROM graphile_worker.jobs WHERE key = ${key}`).toEqual([{ key }]);
    github.signsIn = { ...github.signsIn, isVerified: true };
    await comeByGitHub(new ApiClient(app));
    expect(await userOf(email)).toMatchObject({ emailVerified: true, ownerProven: true });
  });

  it.each([
    ["confirmed", true, true],
    ["not confirmed at GitHub", false, true],
    ["not confirmed here", true, false],
  ])("joins no account by an address alone, be it %s", async (_name, isVerified, emailVerified) => {
    const person = await signedInUser(app);
    await app.db.user.update({ where: { id: person.id }, data: { emailVerified } });
    github.signsIn = newGitHubUser(person.email, isVerified);
    const client = new ApiClient(app);
    expect(await comeByGitHub(client)).toMatch(/\/sign-in\?error=OAuthAccountNotLinked$/);
    expect(await sessionOf(client)).toBeNull();
    expect(await userOf(person.email)).toMatchObject({ accounts: [], emailVerified });
    await client.signIn(person.email, TEST_PASSWORD);
    expect(await sessionOf(client)).toMatchObject({ user: { id: person.id } });
  });

  it("joins no account that the browser happens to be signed in to: somebody may have planted its session", async () => {
    const attacker = await signedInUser(app);
    const email = newEmail();
    github.signsIn = newGitHubUser(email, true);
    const browser = attacker.client;
    await comeByGitHub(browser);
    const user = await userOf(email);
    expect(await sessionOf(browser)).toMatchObject({ user: { id: user?.id, email } });
    expect(await userOf(attacker.email)).toMatchObject({ accounts: [] });
    expect(await app.db.session.count({ where: { userId: attacker.id } })).toBe(0);
  });

  it("gives every sign-in a session of its own, and ends the browser's before", async () => {
    github.signsIn = newGitHubUser(newEmail(), true);
    const browser = new ApiClient(app);
    await comeByGitHub(browser);
    const before = browser.cookieHeader;
    await comeByGitHub(browser);
    expect(browser.cookieHeader).not.toBe(before);
    const user = await userOf(github.signsIn.email);
    expect(await app.db.session.count({ where: { userId: user?.id ?? "" } })).toBe(1);
  });
});
