import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { ApiClient, signedInUser } from "../../../test/api-client";
import { TEST_APP_URL, useTestApp } from "../../../test/start-test-app";

const app = useTestApp({ mail: true });
const SIGN_IN = "/api/auth/signin/email";
const MINUTE_MS = 60_000;

afterEach(() => {
  app.sandbox.faults.clear();
  app.sandbox.mailbox.clear();
});

async function askForLink(email: string, headers: Record<string, string> = {}): Promise<Response> {
  const client = new ApiClient(app);
  const { csrfToken } = (await client.get("/api/auth/csrf")).body;
  const body = new URLSearchParams({ csrfToken, email });
  return client.fetch(SIGN_IN, { method: "POST", body, headers });
}

/** The path of the link in the only mail there is. */
async function mailedLink(): Promise<string> {
  const [mail] = await app.sandbox.mailbox.waitFor(1);
  const [link = ""] = /https?:\/\/\S+/.exec(mail?.text ?? "") ?? [];
  expect(mail?.html).toContain(link.replaceAll("&", "&amp;"));
  expect(new URL(link).origin).toBe(TEST_APP_URL);
  return link.slice(TEST_APP_URL.length);
}

const sessionOf = async (client: ApiClient) => (await client.get("/api/auth/session")).body;

describe("302", () => {
  it("mails a link that signs a new user in: role user, plan free, no credits, address verified", async () => {
    const email = `${randomUUID()}@example.com`;
    const response = await askForLink(email.toUpperCase());
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toContain("/api/auth/verify-request");
    expect(app.sandbox.mailbox.list()).toMatchObject([{ to: [email], subject: "Sign in to Genmint" }]);
    expect(await app.db.user.count({ where: { email } })).toBe(0);

    const client = new ApiClient(app);
    expect((await client.fetch(await mailedLink())).headers.get("location")).toBe(TEST_APP_URL);
    const user = await app.db.user.findUniqueOrThrow({ where: { email } });
    expect(user).toMatchObject({ emailVerified: true, role: "user", planKey: "free", credits: 0, passwordHash: null });
    expect(await sessionOf(client)).toMatchObject({ user: { id: user.id, email, name: null } });
    expect((await client.post("/api/image/generate", {})).status).toBe(400);
  });

  it("leads whoever asked to the page that says a link was sent", async () => {
    const sent = await askForLink(`${randomUUID()}@example.com`);
    const asked = new URL(sent.headers.get("location") ?? "", TEST_APP_URL);
    const answer = await new ApiClient(app).fetch(`${asked.pathname}${asked.search}`);
    expect(answer.status).toBe(302);
    const { origin, pathname } = new URL(answer.headers.get("location") ?? "", TEST_APP_URL);
    expect([origin, pathname]).toEqual([TEST_APP_URL, "/sign-in/sent"]);
  });

  it("signs in to an account that is there, and verifies its address", async () => {
    const user = await signedInUser(app);
    await askForLink(user.email);
    const client = new ApiClient(app);
    await client.fetch(await mailedLink());
    expect(await sessionOf(client)).toMatchObject({ user: { id: user.id } });
    expect(await app.db.user.findUnique({ where: { id: user.id } })).toMatchObject({ emailVerified: true });
  });

  it("works once", async () => {
    await askForLink(`${randomUUID()}@example.com`);
    const link = await mailedLink();
    await new ApiClient(app).fetch(link);
    const second = new ApiClient(app);
    expect((await second.fetch(link)).headers.get("location")).toMatch(/\/sign-in\?error=Verification$/);
    expect(await sessionOf(second)).toBeNull();
  });

  it("works for a quarter of an hour, and for the address it was mailed to", async () => {
    const email = `${randomUUID()}@example.com`;
    await askForLink(email);
    const link = await mailedLink();
    const { expires } = await app.db.verificationToken.findFirstOrThrow({ where: { identifier: email } });
    expect((expires.getTime() - Date.now()) / MINUTE_MS).toBeCloseTo(15, 0);
    const thief = new ApiClient(app);
    const other = link.replace(encodeURIComponent(email), encodeURIComponent("thief@example.com"));
    expect((await thief.fetch(other)).headers.get("location")).toMatch(/error=Verification$/);
    await app.db.verificationToken.updateMany({ data: { expires: new Date(Date.now() - 1) } });
    expect((await thief.fetch(link)).headers.get("location")).toMatch(/error=Verification$/);
    expect(await sessionOf(thief)).toBeNull();
    expect(await app.db.user.count({ where: { email: { in: [email, "thief@example.com"] } } })).toBe(0);
  });

  it("keeps no token that could be used by someone who reads the database", async () => {
    const email = `${randomUUID()}@example.com`;
    await askForLink(email);
    const { token } = await app.db.verificationToken.findFirstOrThrow({ where: { identifier: email } });
    expect(await mailedLink()).not.toContain(token);
  });

  it("leads to this service, whatever host a proxy names", async () => {
    await askForLink(`${randomUUID()}@example.com`, {
      "x-forwarded-host": "elsewhere.example",
      "x-forwarded-proto": "https",
    });
    expect(await mailedLink()).toContain(`callbackUrl=${encodeURIComponent(TEST_APP_URL)}`);
  });

  it("mails nothing to someone who is banned, and signs them in by no link from before", async () => {
    const user = await signedInUser(app);
    await askForLink(user.email);
    const link = await mailedLink();
    app.sandbox.mailbox.clear();
    await app.db.user.update({ where: { id: user.id }, data: { banned: true } });
    const client = new ApiClient(app);
    expect((await client.fetch(link)).headers.get("location")).toMatch(/\/sign-in\?error=Banned$/);
    expect(await sessionOf(client)).toBeNull();
    expect((await askForLink(user.email)).headers.get("location")).toMatch(/\/sign-in\?error=Banned$/);
    expect(app.sandbox.mailbox.list()).toEqual([]);
  });

  it.each(["not an address", "", "a\0@example.com", "a@example.com,b@example.com"])(
    "mails nothing to %j",
    async (email) => {
      expect((await askForLink(email)).headers.get("location")).toMatch(/\/sign-in\?error=/);
      expect(app.sandbox.mailbox.list()).toEqual([]);
    },
  );

  it("says that it failed when the mail cannot be sent", async () => {
    app.sandbox.faults.set("mail", { kind: "refuse" });
    const response = await askForLink(`${randomUUID()}@example.com`);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toMatch(/\/sign-in\?error=/);
  });
});
