import { faultScale } from "@app/sandbox/testing/fault-tests";
import { hashMailedToken } from "@app/services/account/mailed-links";
import { describe, expect, it } from "vitest";
import { ApiClient, signedInUser, TEST_PASSWORD } from "../api-client";
import { TEST_APP_URL } from "../app";
import { useWholeApp } from "../whole-app";
import { ENTRIES } from "./access-manifest/entries";
import { createUserFixtures } from "./fixtures";
import { requestsOf } from "./requests";

const app = useWholeApp({ CHECKOUT_RETURN_ORIGINS: "https://shop.example" });

/** Addresses that look like ours or like no address, and that lead a browser to another site. */
const ELSEWHERE = [
  "https://evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "https:evil.example",
  "https:/evil.example",
  "http:\\\\evil.example",
  "hTTps://evil.example",
  "ht\ttps://evil.example",
  "//evil.example/%2f..",
  "/.//evil.example",
  "/..//evil.example",
  "/%2e//evil.example",
  "/billing/..//evil.example",
  "/en//evil.example",
  "/zh//evil.example",
  `${TEST_APP_URL}@evil.example`,
  `${TEST_APP_URL}.evil.example`,
  `${TEST_APP_URL}:80@evil.example/`,
  "//localhost:3000@evil.example",
  "//evil.example#@localhost:3000",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "//[::ffff:5db8:d822]",
  "//3627734050",
  "/%09/evil.example/\r\nSet-Cookie: a=b",
];

/** `safe-return-path` checks them all, and has tests of its own. */
const TESTED = faultScale({ short: ELSEWHERE.filter((_, index) => index % 3 === 0), long: ELSEWHERE });

/** The address to which a browser resolves a location on one of our pages. */
const originAfter = (location: string | null) => new URL(location ?? "", `${TEST_APP_URL}/sign-in`).origin;

describe.each(TESTED)("with the return address %j", (callbackUrl) => {
  const query = new URLSearchParams({ callbackUrl });

  it.each(["/sign-in", "/sign-up", "/zh/sign-in"])("%s redirects a signed-in user within this site", async (path) => {
    const { client } = await signedInUser(app);
    const response = await client.fetch(`${path}?${query}`);
    expect(response.status).toBe(302);
    expect(originAfter(response.headers.get("location"))).toBe(TEST_APP_URL);
    expect(response.headers.get("set-cookie")).toBeNull();
  });

  it("signing in stays on this site, by Auth.js's path and by the form's", async () => {
    const { email } = await signedInUser(app);
    const client = new ApiClient(app);
    const { body } = await client.get(`/api/auth/csrf?${query}`);
    const fields = { csrfToken: body.csrfToken, email, password: TEST_PASSWORD, callbackUrl };
    const response = await client.postForm("/api/auth/callback/credentials", fields);
    expect(originAfter(response.headers.get("location"))).toBe(TEST_APP_URL);
    const left = await client.postForm("/api/auth/signout", { csrfToken: body.csrfToken, callbackUrl });
    expect(originAfter(left.headers.get("location"))).toBe(TEST_APP_URL);
  });

  it.each(["/forgot-password", "/reset-password"])("%s passes on a path on this site, or none", async (path) => {
    const html = await (await new ApiClient(app).fetch(`${path}?${query}&token=one`)).text();
    const [, passedOn = "/"] = /name="callbackUrl" value="([^"]*)"/.exec(html) ?? [];
    expect(originAfter(passedOn)).toBe(TEST_APP_URL);
  });

  it("a new password leads on within this site", async () => {
    const { id: userId } = await signedInUser(app);
    const token = crypto.randomUUID();
    const expires = new Date(Date.now() + 60_000);
    await app.db.passwordReset.create({ data: { userId, tokenHash: hashMailedToken(token), expires } });
    const form = { token, password: "a new password", callbackUrl };
    const response = await new ApiClient(app).postForm(`/reset-password?${query}`, form);
    expect(response.status).toBe(302);
    expect(originAfter(response.headers.get("location"))).toBe(TEST_APP_URL);
  });

  it("signing up stays on this site", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const response = await new ApiClient(app).postForm("/sign-up", { email, password: TEST_PASSWORD, callbackUrl });
    expect(response.status).toBe(302);
    expect(originAfter(response.headers.get("location"))).toBe(TEST_APP_URL);
  });

  it.each(["successUrl", "cancelUrl"])("no checkout accepts it as its %s", async (field) => {
    const { client } = await signedInUser(app);
    const response = await client.post("/api/payments/provider/checkout", { key: "pack_200", [field]: callbackUrl });
    expect(response.status).toBe(400);
  });
});

/**
 * As the language segment of a path, put before another path, each would be the address of another host or an invalid
 * header.
 */
const NO_LANGUAGES = faultScale({
  short: ["%2Fevil.example"],
  long: ["%2Fevil.example", "%5Cevil.example", "%00", "%0D%0Aset-cookie:a=b", "xx"],
});
const pages = ENTRIES.filter(({ kind }) => kind === "page");

it.each(NO_LANGUAGES)("/%s before a page never redirects, signed in or not", async (segment) => {
  const user = await signedInUser(app);
  const fixtures = await createUserFixtures(app, { ...user, name: crypto.randomUUID() });
  expect(pages.length).toBeGreaterThan(20);
  for (const entry of pages)
    for (const { path, ...request } of requestsOf(entry, fixtures))
      for (const caller of [user.client, new ApiClient(app)]) {
        const response = await caller.fetch(`/${segment}${path}`, request);
        const where = `${request.method} /${segment}${path}`;
        expect(response.status, where).toBeLessThan(500);
        expect(originAfter(response.headers.get("location")), where).toBe(TEST_APP_URL);
      }
});

it("a checkout returns to the configured origin, whatever the path it starts from", async () => {
  const { client } = await signedInUser(app);
  const checkout = (successUrl: string) =>
    client.post("/api/payments/provider/checkout", { key: "pack_200", successUrl });
  expect(await checkout("https://shop.example/done?a=b#c")).toMatchObject({ status: 200 });
  for (const near of [
    "https://shop.example@evil.example/",
    "https://shop.example.evil.example/",
    "http://shop.example/",
  ])
    expect(await checkout(near)).toMatchObject({ status: 400 });
});

it("an address on this site is kept", async () => {
  const { client } = await signedInUser(app);
  const response = await client.fetch("/sign-in?callbackUrl=%2Fbilling%3Fcycle%3Dyearly");
  expect(response.headers.get("location")).toBe("/billing?cycle=yearly");
});

it("a return address that is too long for a header is dropped after signing in", async () => {
  const leadTo = async (search: string) =>
    (await new ApiClient(app).fetch(`/account?${search}`)).headers.get("location");
  expect(await leadTo("a=b")).toBe("/sign-in?callbackUrl=%2Faccount%3Fa%3Db");
  expect(await leadTo("[".repeat(7_000))).toBe("/sign-in");
});
