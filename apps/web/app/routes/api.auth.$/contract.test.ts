import { beforeAll, describe, expect, it } from "vitest";
import { ApiClient, type SignedInUser, signedInUser, TEST_PASSWORD } from "../../../test/api-client";
import { TEST_APP_URL, useTestApp } from "../../../test/app";

/** GitHub is configured, Google only in part. */
const app = useTestApp({
  env: { AUTH_GITHUB_ID: "github-id", AUTH_GITHUB_SECRET: "github-secret", AUTH_GOOGLE_ID: "google-id" },
});
const CALLBACK = "/api/auth/callback/credentials";
const DAY_MS = 24 * 60 * 60 * 1000;
const SESSION_DAYS = 30;

let user: SignedInUser;
beforeAll(async () => {
  user = await signedInUser(app);
});

const csrfToken = async (client: ApiClient) => (await client.get("/api/auth/csrf")).body.csrfToken;
const sessionOf = async (client: ApiClient) => (await client.get("/api/auth/session")).body;
const sessionsOf = ({ id }: SignedInUser) => app.db.session.findMany({ where: { userId: id } });
/** Whether the API accepts this client's session: invalid input is refused only after that. */
const statusOfApi = async (client: ApiClient) => (await client.post("/api/image/generate", {})).status;

async function expectRefused(response: Response, client: ApiClient, error: RegExp): Promise<void> {
  expect(response.status).toBe(302);
  expect(new URL(response.headers.get("location") ?? "", TEST_APP_URL).pathname).toBe("/sign-in");
  expect(response.headers.get("location")).toMatch(error);
  expect(client.cookieHeader).not.toContain("session-token");
  expect(await statusOfApi(client)).toBe(401);
}

describe("200", () => {
  it("returns a CSRF token, bound to a cookie that scripts cannot read", async () => {
    const response = await new ApiClient(app).fetch("/api/auth/csrf");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ csrfToken: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(response.headers.getSetCookie()[0]).toMatch(/^authjs\.csrf-token=.*; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  it("says who is signed in, and nothing else about them", async () => {
    const { expires, ...session } = await sessionOf(user.client);
    expect(session).toEqual({ user: { id: user.id, email: user.email, name: "Test" } });
    const daysLeft = (Date.parse(String(expires)) - Date.now()) / DAY_MS;
    expect(daysLeft).toBeCloseTo(SESSION_DAYS, 1);
  });

  it("does not prolong a session", async () => {
    const { id, client } = await signedInUser(app);
    const expires = new Date(Date.now() + DAY_MS);
    await app.db.session.updateMany({ where: { userId: id }, data: { expires } });
    expect(await sessionOf(client)).toMatchObject({ expires: expires.toISOString() });
    expect(await app.db.session.findFirst({ where: { userId: id } })).toMatchObject({ expires });
  });

  it("has no user for an API key, whatever cookie comes with it", async () => {
    const response = await user.client.get("/api/auth/session", { authorization: "Bearer gm_anything" });
    expect(response).toMatchObject({ status: 200, body: null });
  });

  it.each(["authjs.session-token=unknown", "authjs.session-token=%00", "authjs.session-token="])(
    "has no user for the cookie %j",
    async (cookie) => {
      const response = await new ApiClient(app).get("/api/auth/session", { cookie });
      expect(response).toMatchObject({ status: 200, body: null });
    },
  );

  it("lists the sign-in providers: one only when it is fully configured", async () => {
    const { body } = await new ApiClient(app).get("/api/auth/providers");
    expect(Object.keys(body).sort()).toEqual(["credentials", "email", "github"]);
  });
});

describe("302", () => {
  it("signs in with e-mail address and password, and sets a session cookie that scripts cannot read", async () => {
    const client = new ApiClient(app);
    const response = await client.signIn(user.email, TEST_PASSWORD);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(TEST_APP_URL);
    const [cookie] = response.headers.getSetCookie().filter((text) => text.startsWith("authjs.session-token="));
    expect(cookie).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect(await sessionOf(client)).toMatchObject({ user: { id: user.id } });
    expect(await statusOfApi(client)).toBe(400);
  });

  it("ignores the case of the address, and creates a session for every sign-in", async () => {
    const before = (await sessionsOf(user)).length;
    const client = new ApiClient(app);
    await client.signIn(user.email.toUpperCase(), TEST_PASSWORD);
    expect(await statusOfApi(client)).toBe(400);
    expect((await sessionsOf(user)).length).toBe(before + 1);
  });

  it.each([
    ["a wrong password", () => user.email, "wrong password"],
    ["an unknown address", () => "nobody@example.com", TEST_PASSWORD],
    ["nothing", () => "", ""],
    ["a password with a NUL character", () => user.email, "\0"],
  ])("refuses %s, always in the same words", async (_name, email, password) => {
    const client = new ApiClient(app);
    await expectRefused(await client.signIn(email(), password), client, /error=CredentialsSignin/);
  });

  it("refuses an address with a NUL character", async () => {
    const client = new ApiClient(app);
    await expectRefused(await client.signIn(`${user.email}\0`, TEST_PASSWORD), client, /error=/);
  });

  it("refuses a password for an account that has none", async () => {
    const { email } = await app.db.user.create({ data: { email: "no-password@example.com" } });
    const client = new ApiClient(app);
    await expectRefused(await client.signIn(email, ""), client, /error=CredentialsSignin/);
  });

  it("refuses a form without the token, or with one of another cookie", async () => {
    const client = new ApiClient(app);
    const foreign = await csrfToken(new ApiClient(app));
    await csrfToken(client);
    for (const token of [{}, { csrfToken: foreign }]) {
      const response = await client.postForm(CALLBACK, { ...token, email: user.email, password: TEST_PASSWORD });
      await expectRefused(response, client, /error=MissingCSRF/);
    }
  });

  it("never redirects to another site", async () => {
    const client = new ApiClient(app);
    const form = { csrfToken: await csrfToken(client), email: user.email, password: TEST_PASSWORD };
    const response = await client.postForm(CALLBACK, { ...form, callbackUrl: "https://elsewhere.example/" });
    expect(response.headers.get("location")).toBe(TEST_APP_URL);
  });

  it("redirects to a configured provider, and to no other", async () => {
    const client = new ApiClient(app);
    const start = async (provider: string) =>
      client.postForm(`/api/auth/signin/${provider}`, { csrfToken: await csrfToken(client) });
    const github = new URL((await start("github")).headers.get("location") ?? "");
    expect(github.origin).toBe("https://github.com");
    expect(github.searchParams.get("redirect_uri")).toBe(`${TEST_APP_URL}/api/auth/callback/github`);
    expect((await start("google")).headers.get("location")).toMatch(/\/sign-in\?error=/);
  });

  it("ends the session at once, and no other", async () => {
    const other = new ApiClient(app);
    await other.signIn(user.email, TEST_PASSWORD);
    const leaving = new ApiClient(app);
    await leaving.signIn(user.email, TEST_PASSWORD);
    const cookie = leaving.cookieHeader;
    const response = await leaving.postForm("/api/auth/signout", { csrfToken: await csrfToken(leaving) });
    expect(response.status).toBe(302);
    expect(leaving.cookieHeader).not.toContain("session-token");
    const replayed = await new ApiClient(app).post("/api/image/generate", {}, { cookie });
    expect(replayed).toMatchObject({ status: 401, body: { error: "Unauthorized" } });
    expect(await statusOfApi(other)).toBe(400);
  });

  it("keeps a session when the request to sign out has no CSRF token", async () => {
    const client = new ApiClient(app);
    await client.signIn(user.email, TEST_PASSWORD);
    await client.postForm("/api/auth/signout", {});
    expect(await statusOfApi(client)).toBe(400);
  });

  it.each([null, new Date(Date.now() + DAY_MS)])("refuses a user who is banned until %j", async (banExpires) => {
    const banned = await signedInUser(app);
    await app.db.user.update({ where: { id: banned.id }, data: { banned: true, banExpires } });
    const client = new ApiClient(app);
    await expectRefused(await client.signIn(banned.email, TEST_PASSWORD), client, /error=Banned/);
  });

  it("signs in a user whose ban has expired", async () => {
    const pardoned = await signedInUser(app);
    const banExpires = new Date(Date.now() - 1);
    await app.db.user.update({ where: { id: pardoned.id }, data: { banned: true, banExpires } });
    const client = new ApiClient(app);
    await client.signIn(pardoned.email, TEST_PASSWORD);
    expect(await statusOfApi(client)).toBe(400);
  });

  it("lets a banned user sign out", async () => {
    const banned = await signedInUser(app);
    await app.db.user.update({ where: { id: banned.id }, data: { banned: true } });
    await banned.client.postForm("/api/auth/signout", { csrfToken: await csrfToken(banned.client) });
    expect(await sessionsOf(banned)).toEqual([]);
  });
});

describe("400", () => {
  it("says that a body cannot be read, without quoting it", async () => {
    const response = await new ApiClient(app).postText(CALLBACK, '{"email": ');
    expect(response).toMatchObject({ status: 400, body: { error: "Bad request" } });
  });
});

describe("403", () => {
  it("refuses a banned user from the next request on", async () => {
    const banned = await signedInUser(app);
    await app.db.user.update({ where: { id: banned.id }, data: { banned: true } });
    for (const path of ["/api/auth/session", "/api/video/status"]) {
      expect(await banned.client.get(path)).toMatchObject({ status: 403, body: { error: "Account banned" } });
    }
  });

  it.each([{ origin: "https://elsewhere.example" }, { "sec-fetch-site": "cross-site" }])(
    "refuses to sign in for another site: %j",
    async (headers) => {
      const client = new ApiClient(app);
      const body = new URLSearchParams({
        csrfToken: await csrfToken(client),
        email: user.email,
        password: TEST_PASSWORD,
      });
      const response = await client.postBody(CALLBACK, body, headers);
      expect(response).toMatchObject({ status: 403, body: { error: expect.any(String) } });
      expect(client.cookieHeader).not.toContain("session-token");
    },
  );
});

describe("404", () => {
  it.each(["/api/auth/nonsense", "/api/auth", "/api/auth/sessions"])("does not know %s", async (path) => {
    for (const response of [await user.client.get(path), await user.client.post(path, {})]) {
      expect(response).toMatchObject({ status: 404, body: { error: "Not found" } });
    }
  });
});

describe("405", () => {
  it.each([
    ["PUT", "/api/auth/session", "GET, POST"],
    ["DELETE", "/api/auth/signout", "GET, POST"],
    ["PATCH", "/api/auth/callback/credentials", "GET, POST"],
    ["POST", "/api/auth/csrf", "GET"],
    ["POST", "/api/auth/providers", "GET"],
  ])("refuses %s %s", async (method, path, allow) => {
    const response = await user.client.fetch(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe(allow);
    expect(await response.json()).toEqual({ error: "Method not allowed" });
  });
});
