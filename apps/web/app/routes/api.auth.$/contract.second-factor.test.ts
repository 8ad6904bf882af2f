import { generateSync } from "otplib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAuthAdapter } from "~/server/auth/auth-config.server";
import { createRequestContext } from "~/server/auth/request-context.server";
import { completeSignInWithCode } from "~/server/auth/second-factor.server";
import { newSignInAttempt } from "~/server/auth/sign-in-attempt.server";
import { ApiClient, mutate, query, type SignedInUser, signedInUser, TEST_PASSWORD } from "../../../test/api-client";
import { TEST_APP_URL, useTestApp } from "../../../test/app";
import { createFakeGitHub, GITHUB_ENV, newGitHubUser } from "../../../test/github";
import { mailedLink, SIGN_IN_SUBJECT, startTestWorker } from "../../../test/mail";

const github = createFakeGitHub();
const app = useTestApp({ mail: true, env: GITHUB_ENV, outside: github.respond });
const STEP_MS = 30_000;
const CALLBACK = "/api/auth/callback/credentials";

let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  worker = await startTestWorker(app);
});
afterAll(() => worker.stop());

let admin: SignedInUser;
let secret = "";
let now = Date.now();

/** An administrator with a second factor, who can sign in by every provider. */
beforeEach(async () => {
  admin = await signedInUser(app, { role: "admin" });
  const begun = await mutate(admin.client, "secondFactor.begin", { currentPassword: TEST_PASSWORD });
  ({ secret } = begun.data as { secret: string });
  await mutate(admin.client, "secondFactor.confirm", { code: codeNow() });
  await app.db.user.update({ where: { id: admin.id }, data: { emailVerified: true, ownerProven: true } });
  github.currentUser = newGitHubUser(admin.email, true);
  const identity = { type: "oauth", provider: "github", providerAccountId: String(github.currentUser.id) };
  await app.db.account.create({ data: { userId: admin.id, ...identity } });
  // By now the authenticator shows another code.
  now += 2 * STEP_MS;
  app.setNow(new Date(now));
});

const codeNow = () => generateSync({ secret, epoch: Math.floor(now / 1000) });
const formOf = async (client: ApiClient, more: Record<string, string> = {}) => ({
  csrfToken: (await client.get("/api/auth/csrf")).body.csrfToken,
  email: admin.email,
  password: TEST_PASSWORD,
  ...more,
});

/** Signs in by each provider and returns the address of the redirect. */
const SIGN_INS: Record<string, (client: ApiClient) => Promise<string | null>> = {
  "the form": async (client) => {
    const response = await client.postForm(CALLBACK, await formOf(client, { callbackUrl: "/billing" }));
    return response.headers.get("location");
  },
  "the form, sent by a script": async (client) => {
    const headers = { "X-Auth-Return-Redirect": "1" };
    const body = new URLSearchParams(await formOf(client, { callbackUrl: "/billing" }));
    return (await client.postBody(CALLBACK, body, headers)).body.url;
  },
  "a mailed link": async (client) => {
    const { csrfToken, email } = await formOf(client);
    await client.postForm("/api/auth/signin/email", { csrfToken, email, callbackUrl: "/billing" });
    return (await client.fetch(await mailedLink(app, email, SIGN_IN_SUBJECT))).headers.get("location");
  },
  GitHub: async (client) => {
    const { csrfToken } = await formOf(client);
    await client.postForm("/api/auth/signin/github", { csrfToken, callbackUrl: "/billing" });
    return (await client.fetch("/api/auth/callback/github?code=a-code")).headers.get("location");
  },
};

async function expectSignedOut(client: ApiClient): Promise<void> {
  expect(client.cookieHeader).toContain("authjs.session-token=");
  const before = client.cookieHeader;
  expect((await client.get("/api/auth/session")).body).toBeNull();
  expect(client.cookieHeader).toBe(before);
  expect((await client.post("/api/image/generate", {})).status).toBe(401);
  expect((await client.post(`/api/admin/users/${admin.id}/credits`, {})).status).toBe(401);
  expect(await query(client, "secondFactor.state")).toMatchObject({ status: 401 });
  expect(await mutate(client, "secondFactor.disable", { currentPassword: TEST_PASSWORD })).toMatchObject({
    status: 401,
  });
}

/** Sends a code as the code page does. */
async function sendCode(client: ApiClient, code: string): Promise<string> {
  const request = new Request(`${TEST_APP_URL}/sign-in/code`, { headers: { cookie: client.cookieHeader } });
  return (await completeSignInWithCode(createRequestContext(app.deps, request), request, code))[0]?.split(";")[0] ?? "";
}

const sessionWith = async (cookie: string) => (await new ApiClient(app).get("/api/auth/session", { cookie })).body;

describe("an administrator with a second factor", () => {
  it.each(Object.keys(SIGN_INS))("signs in by %s only with a code", async (provider) => {
    const client = new ApiClient(app);
    expect(await SIGN_INS[provider]?.(client)).toBe(`${TEST_APP_URL}/sign-in/code?callbackUrl=%2Fbilling`);
    await expectSignedOut(client);
    await expect(sendCode(client, "000000")).rejects.toMatchObject({ code: "bad_request" });
    await expectSignedOut(client);
    const cookie = await sendCode(client, codeNow());
    expect(await sessionWith(cookie)).toMatchObject({ user: { id: admin.id } });
    expect(await sessionWith(client.cookieHeader)).toBeNull();
  });

  it("may send the code together with the password", async () => {
    const client = new ApiClient(app);
    const response = await client.postForm(
      CALLBACK,
      await formOf(client, { code: codeNow(), callbackUrl: "/billing" }),
    );
    expect(response.headers.get("location")).toBe(`${TEST_APP_URL}/billing`);
    expect((await client.get("/api/auth/session")).body).toMatchObject({ user: { id: admin.id } });
  });

  it.each(["000000", "x".repeat(41), "\0"])("is refused with the code %j as with a wrong password", async (code) => {
    const client = new ApiClient(app);
    const response = await client.postForm(CALLBACK, await formOf(client, { code }));
    expect(response.headers.get("location")).toMatch(/\/sign-in\?error=CredentialsSignin/);
    expect(client.cookieHeader).not.toContain("session-token");
  });

  it("has no session for Auth.js either until then", async () => {
    const client = new ApiClient(app);
    await SIGN_INS["the form"]?.(client);
    const token = /session-token=([^;]+)/.exec(client.cookieHeader)?.[1] ?? "";
    const adapter = createAuthAdapter(app.deps.service, newSignInAttempt());
    expect(await adapter.getSessionAndUser?.(token)).toBeNull();
  });

  it("may sign out instead", async () => {
    const client = new ApiClient(app);
    await SIGN_INS["the form"]?.(client);
    const before = await app.db.session.count({ where: { userId: admin.id } });
    await client.postForm("/api/auth/signout", { csrfToken: (await formOf(client)).csrfToken });
    expect(await app.db.session.count({ where: { userId: admin.id } })).toBe(before - 1);
  });

  it("cannot complete the sign-in after its session has ended", async () => {
    const client = new ApiClient(app);
    await SIGN_INS["the form"]?.(client);
    await app.db.session.deleteMany({ where: { userId: admin.id } });
    await expect(sendCode(client, codeNow())).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("everyone else", () => {
  it("needs no code, and one that is sent is ignored", async () => {
    const user = await signedInUser(app);
    const client = new ApiClient(app);
    await client.postForm(CALLBACK, { ...(await formOf(client)), email: user.email, code: "000000" });
    expect((await client.get("/api/auth/session")).body).toMatchObject({ user: { id: user.id } });
  });

  it("cannot turn it on", async () => {
    const user = await signedInUser(app);
    for (const [path, input] of [
      ["secondFactor.begin", { currentPassword: TEST_PASSWORD }],
      ["secondFactor.confirm", {}],
    ])
      expect(await mutate(user.client, String(path), input)).toMatchObject({ status: 403 });
    expect((await query(user.client, "secondFactor.state")).data).toEqual({ confirmedAt: null, recoveryCodesLeft: 0 });
  });
});
