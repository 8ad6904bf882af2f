import { beforeAll, describe, expect, it } from "vitest";
import { ApiClient, giveCredits, signedInUser, TEST_PASSWORD } from "../api-client";
import { openChat } from "../chat-stream";
import { useWholeApp } from "../whole-app";
import { ENTRIES } from "./access-manifest/entries";
import { type Caller, createCallers } from "./callers";
import { parsePolicy } from "./observatory";
import { requestsOf } from "./requests";

const app = useWholeApp({ APP_URL: "https://genmint.example" });
let callers: Caller[];
const cookiesSeen = new Map<string, string>();

beforeAll(async () => {
  callers = (await createCallers(app)).filter(({ name }) => ["anonymous", "user"].includes(name));
});

const EXPECTED = {
  "strict-transport-security": /^max-age=63072000; includeSubDomains$/,
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
  "referrer-policy": /^strict-origin-when-cross-origin$/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "permissions-policy": /camera=\(\).*microphone=\(\).*payment=\(\)/,
  "content-security-policy":
    /^default-src 'none'; script-src 'self' 'nonce-[\w+/=]{20,}'; .*frame-ancestors 'none'; upgrade-insecure-requests$/,
};

/** Entries that may be cached, because they are the same for every user. */
const KEPT =
  /^GET \/(?:favicon\.(?:svg|ico)|apple-touch-icon\.png|icons\/512\.png|manifest\.webmanifest|robots\.txt|sitemap\.xml|og\.png|samples\/canal-after\.webp|__manifest|api\/openapi\.json)$/;

function expectSecured(headers: Headers, name: string): void {
  for (const [header, value] of Object.entries(EXPECTED))
    expect(headers.get(header), `${name}: ${header}`).toMatch(value);
  expect(headers.has("x-powered-by"), name).toBe(false);
  expect(headers.has("access-control-allow-origin"), name).toBe(false);
  for (const cookie of headers.getSetCookie()) cookiesSeen.set(cookie.split("=")[0] ?? "", cookie);
}

async function fetchSecured(path: string, init: RequestInit = {}, name = path): Promise<Response> {
  const response = await fetch(`${app.url}${path}`, { redirect: "manual", ...init });
  expectSecured(response.headers, name);
  return response;
}

describe("every response has the headers", () => {
  it.each(ENTRIES.map((entry) => [entry.name, entry] as const))("%s", async (name, entry) => {
    for (const { fixtures, headers } of callers)
      for (const { path, ...init } of requestsOf(entry, fixtures)) {
        const response = await fetchSecured(path, { ...init, headers: { ...init.headers, ...headers } }, name);
        await response.arrayBuffer();
        const keeping = KEPT.test(name) ? /^public, max-age=\d+/ : /no-store|no-cache/;
        expect(response.headers.get("cache-control"), name).toMatch(keeping);
      }
  });

  it.each([
    ["an unknown method", 405, "/api/image/generate", { method: "PROPFIND" }],
    ["the wrong method", 405, "/api/image/generate", { method: "GET" }],
    ["a form to a page without one", 405, "/pricing", { method: "POST" }],
    ["JSON that is none", 400, "/api/auth/sign-up", { method: "POST", body: "{" }],
    ["a page that is missing", 404, "/missing", {}],
    ["a path of the API that is missing", 404, "/api/missing", {}],
    ["another site's request", 403, "/api/auth/sign-up", { method: "POST", headers: { origin: "https://a.example" } }],
    ["a redirect", 302, "/billing", {}],
  ])("%s: %i", async (_name, status, path, init) => {
    expect((await fetchSecured(path, init)).status).toBe(status);
  });

  it("a streamed response", async () => {
    const user = await signedInUser(app);
    await giveCredits(app, user.id, 100);
    const response = await openChat(user.client, { message: "Hello" });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expectSecured(response.headers, "chat");
    await response.text();
  });

  it("each response has a nonce of its own", async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () =>
        parsePolicy((await fetchSecured("/")).headers.get("content-security-policy")).get("script-src"),
      ),
    );
    expect(nonces[0]).not.toEqual(nonces[1]);
  });
});

describe("every cookie", () => {
  it("is only for https, for this site, and hidden from scripts", async () => {
    const { client, email } = await signedInUser(app);
    for (const response of [
      await new ApiClient(app).signIn(email, TEST_PASSWORD),
      await client.postForm("/dashboard", {}),
      await new ApiClient(app).fetch("/sign-in?callbackUrl=/billing"),
    ])
      expectSecured(response.headers, "cookies");
    expect([...cookiesSeen.keys()].sort()).toEqual([
      "__Host-authjs.csrf-token",
      "__Host-genmint-known-browser",
      "__Secure-authjs.callback-url",
      "__Secure-authjs.session-token",
      "genmint-steps-dismissed",
    ]);
    for (const cookie of cookiesSeen.values()) {
      expect(cookie).toMatch(/; secure/i);
      expect(cookie).toMatch(/; httponly/i);
      expect(cookie).toMatch(/; samesite=lax/i);
      expect(cookie).toMatch(/; path=\//i);
      expect(cookie).not.toMatch(/; domain=/i);
    }
  });
});

it.each([
  ["/pricing", "gzip"],
  ["/pricing.data", "gzip"],
  ["/api/auth/csrf", null],
])("of %s names the compression %s", async (path, encoding) => {
  const response = await new ApiClient(app).fetch(path, { headers: { "accept-encoding": "gzip" } });
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(await response.text()).toMatch(/^[<[{]/);
});
