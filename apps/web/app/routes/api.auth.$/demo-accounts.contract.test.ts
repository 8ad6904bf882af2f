import { DEMO_ACCOUNTS, demoAccountId } from "@app/db/cli/demo-accounts";
import { seedDatabase } from "@app/db/cli/initial-accounts";
import { completeSignIn } from "@app/services/second-factor/finish-sign-in";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRequestContext } from "~/server/auth/request-context.server";
import { ApiClient, mutate } from "../../../test/api-client";
import { TEST_APP_URL, useTestApp } from "../../../test/app";
import { createFakeGitHub, GITHUB_ENV, newGitHubUser } from "../../../test/github";
import { mailedLink, RESET_SUBJECT, SIGN_IN_SUBJECT, startTestWorker } from "../../../test/mail";

/** Signs in with every demo account. Returns the addresses of the users whose sessions were created. */
async function signIn(app: ReturnType<typeof useTestApp>): Promise<unknown[]> {
  const signedIn = [];
  for (const { email, password } of DEMO_ACCOUNTS) {
    const client = new ApiClient(app);
    const { csrfToken } = (await client.get("/api/auth/csrf")).body;
    await client.postForm("/api/auth/callback/credentials", { csrfToken, email, password });
    const session = await (await client.fetch("/api/auth/session")).json();
    signedIn.push(session?.user?.email ?? null);
  }
  return signedIn;
}

const NEW_PASSWORD = "another horse battery";
const EMAILS = DEMO_ACCOUNTS.map(({ email }) => email);

describe("a production server whose database was seeded", () => {
  const github = createFakeGitHub();
  const app = useTestApp({ mail: true, env: GITHUB_ENV, outside: github.respond });
  let worker: Awaited<ReturnType<typeof startTestWorker>>;
  beforeAll(async () => {
    await seedDatabase(app.db);
    worker = await startTestWorker(app);
  });
  afterAll(() => worker.stop());
  afterEach(() => app.db.session.deleteMany());

  const sessionOf = async (client: ApiClient) => (await client.get("/api/auth/session")).body;
  const csrfToken = async (client: ApiClient) => (await client.get("/api/auth/csrf")).body.csrfToken;

  /** A session left by an earlier demo on the same database, or by a stolen backup. */
  async function sessionLeftBehind(email: string, awaitsCode = false): Promise<{ token: string; cookie: string }> {
    const token = `left-behind-${email.split("@")[0]}`;
    const expires = new Date(Date.now() + 60_000);
    await app.db.session.create({
      data: { sessionToken: token, userId: demoAccountId(email), expires, awaitsCode },
    });
    return { token, cookie: `authjs.session-token=${token}` };
  }

  it("signs in no demo account by its password", async () => {
    expect(await signIn(app)).toEqual(EMAILS.map(() => null));
    expect(await app.db.session.count()).toBe(0);
  });

  it.each(EMAILS)("signs %s in by no mailed link", async (email) => {
    const client = new ApiClient(app);
    await client.postForm("/api/auth/signin/email", { csrfToken: await csrfToken(client), email });
    const response = await client.fetch(await mailedLink(app, email, SIGN_IN_SUBJECT));
    expect(response.headers.get("location")).toContain("/sign-in?error=");
    expect([await sessionOf(client), await app.db.session.count()]).toEqual([null, 0]);
  });

  it.each(EMAILS)("signs %s in by no new password from a mailed link", async (email) => {
    const client = new ApiClient(app);
    await mutate(client, "password.requestReset", { email });
    const link = new URL(await mailedLink(app, email, RESET_SUBJECT), TEST_APP_URL);
    const password = NEW_PASSWORD;
    await mutate(client, "password.reset", { token: link.searchParams.get("token"), password });
    await client.signIn(email, password);
    expect([await sessionOf(client), await app.db.session.count()]).toEqual([null, 0]);
  });

  it.each(EMAILS)("signs %s in by no identity at a provider", async (email) => {
    github.currentUser = newGitHubUser(email, true);
    const identity = { type: "oauth", provider: "github", providerAccountId: String(github.currentUser.id) };
    await app.db.account.create({ data: { userId: demoAccountId(email), ...identity } });
    const client = new ApiClient(app);
    await client.postForm("/api/auth/signin/github", { csrfToken: await csrfToken(client) });
    await client.fetch("/api/auth/callback/github?code=a-code");
    expect([await sessionOf(client), await app.db.session.count()]).toEqual([null, 0]);
  });

  it.each(EMAILS)("ignores a session that %s got elsewhere, over every transport", async (email) => {
    const { cookie } = await sessionLeftBehind(email);
    const client = new ApiClient(app);
    const headers = { cookie };
    expect((await client.get("/api/auth/session", headers)).body).toBeNull();
    expect((await client.post("/api/admin/users/x/credits", { amount: 1 }, headers)).status).toBe(401);
    expect((await client.post("/api/image/generate", {}, headers)).status).toBe(401);
    expect((await client.get("/api/trpc/account.overview", headers)).status).toBe(401);
    const request = new Request(`${TEST_APP_URL}/dashboard`, { headers });
    expect((await createRequestContext(app.deps, request).session()).kind).toBe("anonymous");
  });

  it("completes no sign-in with a code that began elsewhere", async () => {
    const email = EMAILS[0] ?? "";
    const { token } = await sessionLeftBehind(email, true);
    const sent = completeSignIn(app.deps.service, { sessionToken: token, code: "000000" });
    await expect(sent).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("the demo", () => {
  const app = useTestApp({ env: { DEMO_SIGN_IN: "true" } });
  beforeAll(() => seedDatabase(app.db));

  it("signs all of them in, and resolves their sessions", async () => {
    expect(await signIn(app)).toEqual(DEMO_ACCOUNTS.map(({ email }) => email));
  });
});
