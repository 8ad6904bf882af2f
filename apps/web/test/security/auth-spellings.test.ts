import { beforeAll, describe, expect, it } from "vitest";
import { ApiClient, type SignedInUser, signedInUser, TEST_PASSWORD } from "../api-client";
import { useWholeApp } from "../whole-app";

/** With pages: a path that is not below /api as written goes to Remix's router. */
const app = useWholeApp();
const NOT_FOUND = { status: 404, body: { error: "Not found" } };
const BAD_REQUEST = { status: 400, body: { error: "Bad request" } };
const CALLBACK = "/api/auth/callback/credentials";

let user: SignedInUser;
beforeAll(async () => {
  user = await signedInUser(app);
});

/** A form that would sign in at the right path. */
async function formOf(client: ApiClient): Promise<URLSearchParams> {
  const { csrfToken } = (await client.get("/api/auth/csrf")).body;
  return new URLSearchParams({ csrfToken, email: user.email, password: TEST_PASSWORD });
}

const isSignedIn = (client: ApiClient) => client.cookieHeader.includes("session-token=");

describe("404", () => {
  it.each([
    "/api/auth/callback/credentials/",
    "/api/auth/callback//credentials",
    "/api/auth//callback/credentials",
    "/api//auth/callback/credentials",
    "//api/auth/callback/credentials",
    "/api/auth/callback/credentials//",
    "/api/auth/callback%2Fcredentials",
    "/api/auth/callback%2fcredentials",
    "/api/auth%2Fcallback%2Fcredentials",
    "/api%2Fauth/callback/credentials",
    "/api/auth/callback/credentials%2F",
    "/api/auth/callback/credentials%20",
    "/api/auth/callback/%63redentials",
    "/api/auth/%63allback/credentials",
    "/api/%61uth/callback/credentials",
    "/%61pi/auth/callback/credentials",
    "/%2561pi/auth/callback/credentials",
    "/API/auth/callback/credentials",
    "/api/Auth/callback/credentials",
    "/api/auth/Callback/credentials",
    "/api/auth/callback/Credentials",
    "/api/auth/callback/credentials.data",
    "/api/auth/callback/credentials/x",
    "/API/AUTH/SIGNIN/EMAIL",
    "/api/auth/signin/email/",
    "/api/auth/signin//email",
    "/api/auth/csrf/",
    "/api/auth/sign-up/",
    "/api/auth//sign-up",
    "/API/auth/sign-up",
  ])("knows no %s, by whichever method", async (path) => {
    const client = new ApiClient(app);
    expect(await client.get(path)).toMatchObject(NOT_FOUND);
    expect(await client.postBody(path, await formOf(client))).toMatchObject(NOT_FOUND);
    expect(await client.post(path, { email: "new@example.com", password: TEST_PASSWORD })).toMatchObject(NOT_FOUND);
    expect(isSignedIn(client)).toBe(false);
  });
});

describe("400", () => {
  it("refuses JSON where a form is expected", async () => {
    const client = new ApiClient(app);
    const fields = Object.fromEntries(await formOf(client));
    expect(await client.post(CALLBACK, fields)).toMatchObject(BAD_REQUEST);
    expect(isSignedIn(client)).toBe(false);
  });

  it.each(["text/plain; application/x-www-form-urlencoded", "application/json, application/x-www-form-urlencoded"])(
    "refuses a form with the content type %s",
    async (contentType) => {
      const client = new ApiClient(app);
      const body = (await formOf(client)).toString();
      expect(await client.postBody(CALLBACK, body, { "content-type": contentType })).toMatchObject(BAD_REQUEST);
      expect(isSignedIn(client)).toBe(false);
    },
  );

  it.each(["email", "password", "csrfToken", "callbackUrl"])(
    "refuses a form that repeats the field %s",
    async (name) => {
      const client = new ApiClient(app);
      const form = await formOf(client);
      form.set("callbackUrl", "/billing");
      const repeated = new URLSearchParams([[name, "other"], ...form]);
      expect(await client.postBody(CALLBACK, repeated)).toMatchObject(BAD_REQUEST);
      expect(isSignedIn(client)).toBe(false);
    },
  );

  it.each(["/api/auth/signin/email", "/api/auth/signout"])("requires the same of a form to %s", async (path) => {
    const client = new ApiClient(app);
    expect(await client.post(path, Object.fromEntries(await formOf(client)))).toMatchObject(BAD_REQUEST);
    const repeated = new URLSearchParams([["email", "other@example.com"], ...(await formOf(client))]);
    expect(await client.postBody(path, repeated)).toMatchObject(BAD_REQUEST);
  });
});

it("accepts the form's content type in any case and with parameters", async () => {
  const client = new ApiClient(app);
  const headers = { "content-type": "Application/X-WWW-Form-Urlencoded; charset=UTF-8" };
  await client.postBody(CALLBACK, (await formOf(client)).toString(), headers);
  expect(isSignedIn(client)).toBe(true);
});
