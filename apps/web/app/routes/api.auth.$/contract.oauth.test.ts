import { randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { readBanTicket } from "~/server/auth/ban-ticket.server";
import { ApiClient, signedInUser, TEST_PASSWORD } from "../../../test/api-client";
import { TEST_APP_URL, useTestApp } from "../../../test/app";
import { createFakeGitHub, GITHUB_ENV, newGitHubUser } from "../../../test/github";

const github = createFakeGitHub();
const lines: Record<string, unknown>[] = [];
/** Responses of the providers wait for this. */
let held: Promise<void> | undefined;
const app = useTestApp({
  env: {
    ...GITHUB_ENV,
    AUTH_GOOGLE_ID: "google-id",
    AUTH_GOOGLE_SECRET: "google-secret",
    SIGNUP_CREDITS: "50",
    LOG_LEVEL: "info",
  },
  outside: async (request) => {
    await held;
    return github.respond(request);
  },
  logTo: { write: (line) => void lines.push(JSON.parse(line)) },
});

const newEmail = () => `${randomUUID()}@example.com`;
const userOf = (email: string) => app.db.user.findUnique({ where: { email }, include: { accounts: true } });
const sessionOf = async (client: ApiClient) => (await client.get("/api/auth/session")).body;

const SOON_MS = 50;

/** Signs in by a provider. Returns the address of the last redirect. */
async function signInBy(provider: string, client: ApiClient, callbackUrl = "/billing"): Promise<string> {
  const { csrfToken } = (await client.get("/api/auth/csrf")).body;
  const asked = await client.postForm(`/api/auth/signin/${provider}`, { csrfToken, callbackUrl });
  const state = new URL(asked.headers.get("location") ?? "").searchParams.get("state");
  const query = new URLSearchParams({ code: "a-code", ...(state === null ? {} : { state }) });
  const response = await client.fetch(`/api/auth/callback/${provider}?${query}`);
  return response.headers.get("location") ?? "";
}

const signInByGitHub = (client: ApiClient, callbackUrl?: string) => signInBy("github", client, callbackUrl);

describe("302", () => {
  it("creates an account with the primary address, verified if GitHub has verified it", async () => {
    const email = newEmail();
    github.currentUser = newGitHubUser(email.toUpperCase(), true);
    const client = new ApiClient(app);
    expect(await signInByGitHub(client)).toBe(`${TEST_APP_URL}/billing`);
    const user = await userOf(email);
    expect(user).toMatchObject({ name: "Octo", emailVerified: true, ownerProven: true, passwordHash: null });
    expect(await sessionOf(client)).toMatchObject({ user: { id: user?.id } });
  });

  it("leads to the checkout of what was chosen before", async () => {
    github.currentUser = newGitHubUser(newEmail(), true);
    const chosen = "/billing?buy=pro_yearly";
    expect(await signInByGitHub(new ApiClient(app), chosen)).toBe(`${TEST_APP_URL}${chosen}`);
  });

  it("grants the credits of a new account once, whatever the user signs in with later", async () => {
    const email = newEmail();
    github.currentUser = newGitHubUser(email, true);
    await signInByGitHub(new ApiClient(app));
    await signInByGitHub(new ApiClient(app));
    const user = await userOf(email);
    expect(user).toMatchObject({ credits: 50 });
    expect(await app.db.creditLedger.findMany({ where: { userId: user?.id ?? "" } })).toMatchObject([
      { delta: 50, reason: "bonus" },
    ]);
  });

  it("stores no token of the provider", async () => {
    const email = newEmail();
    github.currentUser = newGitHubUser(email, true);
    await signInByGitHub(new ApiClient(app));
    const [account] = (await userOf(email))?.accounts ?? [];
    expect(account).toMatchObject({ provider: "github", providerAccountId: String(github.currentUser.id) });
    expect(JSON.stringify(account)).not.toContain("github-access-token");
  });

  it("creates one with an unverified address if GitHub has not verified it, until it has", async () => {
    const email = newEmail();
    github.currentUser = newGitHubUser(email, false);
    await signInByGitHub(new ApiClient(app));
    const user = await userOf(email);
    expect(user).toMatchObject({ emailVerified: false, ownerProven: false });
    const key = `verification:${user?.id}`;
    expect(await app.db.$queryRaw`SELECT key FROM graphile_worker.jobs WHERE key = ${key}`).toEqual([{ key }]);
    github.currentUser = { ...github.currentUser, isVerified: true };
    await signInByGitHub(new ApiClient(app));
    expect(await userOf(email)).toMatchObject({ emailVerified: true, ownerProven: true });
  });

  it.each([
    ["confirmed", true, true],
    ["not confirmed at GitHub", false, true],
    ["not confirmed here", true, false],
  ])("joins no account by an address alone, be it %s", async (_name, isVerified, emailVerified) => {
    const user = await signedInUser(app);
    await app.db.user.update({ where: { id: user.id }, data: { emailVerified } });
    github.currentUser = newGitHubUser(user.email, isVerified);
    const client = new ApiClient(app);
    expect(await signInByGitHub(client)).toMatch(/\/sign-in\?error=OAuthAccountNotLinked$/);
    expect(await sessionOf(client)).toBeNull();
    expect(await userOf(user.email)).toMatchObject({ accounts: [], emailVerified });
    await client.signIn(user.email, TEST_PASSWORD);
    expect(await sessionOf(client)).toMatchObject({ user: { id: user.id } });
  });

  it("links no identity to the account of the browser's session, which an attacker may have planted", async () => {
    const attacker = await signedInUser(app);
    const email = newEmail();
    github.currentUser = newGitHubUser(email, true);
    const browser = attacker.client;
    await signInByGitHub(browser);
    const user = await userOf(email);
    expect(await sessionOf(browser)).toMatchObject({ user: { id: user?.id, email } });
    expect(await userOf(attacker.email)).toMatchObject({ accounts: [] });
    expect(await app.db.session.count({ where: { userId: attacker.id } })).toBe(0);
  });

  it("creates a session for every sign-in, and ends the browser's earlier one", async () => {
    github.currentUser = newGitHubUser(newEmail(), true);
    const browser = new ApiClient(app);
    await signInByGitHub(browser);
    const before = browser.cookieHeader;
    await signInByGitHub(browser);
    expect(browser.cookieHeader).not.toBe(before);
    const user = await userOf(github.currentUser.email);
    expect(await app.db.session.count({ where: { userId: user?.id ?? "" } })).toBe(1);
  });

  it("shows a banned user, who may have no password, why; and nobody who has merely the same address", async () => {
    const email = newEmail();
    github.currentUser = newGitHubUser(email, true);
    await signInByGitHub(new ApiClient(app));
    await app.db.user.update({ where: { email }, data: { banned: true, banReason: "Spam" } });
    const refusedUser = async () => {
      const client = new ApiClient(app);
      const { pathname, searchParams } = new URL(await signInByGitHub(client));
      expect([pathname, searchParams.get("error"), await sessionOf(client)]).toEqual(["/sign-in", "Banned", null]);
      const { authSecrets } = app.deps.service.config;
      return readBanTicket(authSecrets, searchParams.get("ban") ?? "", app.deps.service.now()) ?? "";
    };
    const user = await userOf(email);
    expect(await refusedUser()).toBe(user?.id);
    github.currentUser = newGitHubUser(email, true);
    const other = await refusedUser();
    expect(await app.db.user.count({ where: { id: other } })).toBe(0);
  });

  it.each([
    // GitHub's status is one of success.
    { status: 200, error: "incorrect_client_credentials" },
    // Others follow RFC 6749.
    { status: 401, error: "invalid_client" },
  ])("warns of a client secret that the provider does not accept: $error", async (refusal) => {
    github.refusal = refusal;
    onTestFinished(() => {
      github.refusal = null;
    });
    expect(await signInByGitHub(new ApiClient(app))).toBe(`${TEST_APP_URL}/sign-in?error=Configuration`);
    expect(lines.filter(({ msg }) => msg === "sign-in failed").at(-1)).toMatchObject({
      level: 40,
      refusal: refusal.error,
    });
  });

  it.each(["github", "google"])("ends a sign-in by %s when the provider does not respond in time", async (provider) => {
    const { timeout } = AbortSignal;
    const deadline = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, SOON_MS));
    let respond = (): void => undefined;
    held = new Promise((resolve) => {
      respond = resolve;
    });
    onTestFinished(() => {
      deadline.mockRestore();
      held = undefined;
      respond();
    });
    expect(await signInBy(provider, new ApiClient(app))).toBe(`${TEST_APP_URL}/sign-in?error=Configuration`);
  });
});
