import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, signedInUser } from "../../../test/api-client";
import { TEST_APP_URL, useTestApp } from "../../../test/app";
import { mailedLink, mailsTo, SIGN_IN_SUBJECT, startTestWorker, waitUntilJobsAreDone } from "../../../test/mail";

const app = useTestApp({ mail: true });
const SIGN_IN = "/api/auth/signin/email";
const MINUTE_MS = 60_000;

let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  worker = await startTestWorker(app);
});
afterAll(() => worker.stop());
afterEach(() => app.sandbox.faults.clear());

const newEmail = () => `${randomUUID()}@example.com`;

async function askForLink(email: string, more: { headers?: Record<string, string>; callbackUrl?: string } = {}) {
  const client = new ApiClient(app);
  const { csrfToken } = (await client.get("/api/auth/csrf")).body;
  const { headers = {}, ...fields } = more;
  return client.fetch(SIGN_IN, { method: "POST", body: new URLSearchParams({ csrfToken, email, ...fields }), headers });
}

const linkTo = (email: string) => mailedLink(app, email, SIGN_IN_SUBJECT);
const sessionOf = async (client: ApiClient) => (await client.get("/api/auth/session")).body;

/** A response without the parts that differ in each request. */
const shownOf = async (response: Response) => ({
  status: response.status,
  location: response.headers.get("location"),
  cookies: response.headers.getSetCookie().map((cookie) => cookie.split("=")[0]),
  body: await response.text(),
});

describe("302", () => {
  it("is not used up by HEAD requests, as of link previews and mail scanners", async () => {
    const email = newEmail();
    await askForLink(email);
    const link = await linkTo(email);
    const preview = await new ApiClient(app).fetch(link, { method: "HEAD" });
    expect([preview.status, preview.headers.getSetCookie()]).toEqual([200, []]);
    const owner = new ApiClient(app);
    await owner.fetch(link);
    expect(await sessionOf(owner)).toMatchObject({ user: { email } });
  });

  it("mails a link that signs a new user in: role user, plan free, no credits, address verified", async () => {
    const email = newEmail();
    const response = await askForLink(email.toUpperCase());
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toContain("/api/auth/verify-request");
    const link = await linkTo(email);
    expect(await app.db.user.count({ where: { email } })).toBe(0);

    const client = new ApiClient(app);
    expect((await client.fetch(link)).headers.get("location")).toBe(TEST_APP_URL);
    const user = await app.db.user.findUniqueOrThrow({ where: { email } });
    expect(user).toMatchObject({ emailVerified: true, role: "user", planKey: "free", credits: 0, passwordHash: null });
    expect(await sessionOf(client)).toMatchObject({ user: { id: user.id, email, name: null } });
    expect((await client.post("/api/image/generate", {})).status).toBe(400);
  });

  it("redirects to the page that says a link was sent", async () => {
    const sent = await askForLink(newEmail());
    const asked = new URL(sent.headers.get("location") ?? "", TEST_APP_URL);
    const response = await new ApiClient(app).fetch(`${asked.pathname}${asked.search}`);
    expect(response.status).toBe(302);
    const { origin, pathname } = new URL(response.headers.get("location") ?? "", TEST_APP_URL);
    expect([origin, pathname]).toEqual([TEST_APP_URL, "/sign-in/sent"]);
  });

  it("uses the language of the page that requested it, and leads back there", async () => {
    const email = newEmail();
    await askForLink(email, { callbackUrl: "/zh/billing" });
    const client = new ApiClient(app);
    const response = await client.fetch(await mailedLink(app, email, "登录 Genmint"));
    expect(response.headers.get("location")).toBe(`${TEST_APP_URL}/zh/billing`);
  });

  it("when it is dead, keeps its language and where it leads, also in another browser", async () => {
    const email = newEmail();
    await askForLink(email, { callbackUrl: "/zh/billing?tab=payments" });
    const link = await mailedLink(app, email, "登录 Genmint");
    await new ApiClient(app).fetch(link);
    const phone = new ApiClient(app);
    expect((await phone.fetch(link)).headers.get("location")).toMatch(/\/sign-in\?error=Verification$/);
    expect(phone.cookieHeader).toContain(encodeURIComponent(`${TEST_APP_URL}/zh/billing?tab=payments`));
  });

  it("mails no link of kilobytes: such a page is not led back to", async () => {
    const email = newEmail();
    await askForLink(email, { callbackUrl: `${TEST_APP_URL}/history?search=${"a".repeat(5_000)}` });
    const link = await linkTo(email);
    expect(link.length).toBeLessThan(2_000);
    const client = new ApiClient(app);
    await client.fetch(link);
    expect(await sessionOf(client)).toMatchObject({ user: { email } });
  });

  it("signs in to an existing account, and verifies its address", async () => {
    const user = await signedInUser(app);
    await askForLink(user.email);
    const client = new ApiClient(app);
    await client.fetch(await linkTo(user.email));
    expect(await sessionOf(client)).toMatchObject({ user: { id: user.id } });
    expect(await app.db.user.findUnique({ where: { id: user.id } })).toMatchObject({ emailVerified: true });
  });

  it("works once, also for several concurrent requests", async () => {
    const email = newEmail();
    await askForLink(email);
    const link = await linkTo(email);
    const clients = Array.from({ length: 5 }, () => new ApiClient(app));
    const responses = await Promise.all(clients.map((client) => client.fetch(link)));
    const refused = responses.filter((response) =>
      /\/sign-in\?error=Verification$/.test(response.headers.get("location") ?? ""),
    );
    expect(refused).toHaveLength(4);
    const sessions = await Promise.all(clients.map(sessionOf));
    expect(sessions.filter((session) => session !== null)).toHaveLength(1);
  });

  it("works for a quarter of an hour, and for the address it was mailed to", async () => {
    const email = newEmail();
    await askForLink(email);
    const link = await linkTo(email);
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

  it("stores one hash, and nothing that a reader of the database could use", async () => {
    const email = newEmail();
    await askForLink(email);
    const token = new URLSearchParams((await linkTo(email)).split("?")[1]).get("token") ?? "";
    expect(token).toMatch(/^[\w-]{43}$/);
    const kept = await app.db.verificationToken.findMany({ where: { identifier: email } });
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  it("leads to this service, whatever host a proxy names", async () => {
    const email = newEmail();
    await askForLink(email, { headers: { "x-forwarded-host": "elsewhere.example", "x-forwarded-proto": "https" } });
    expect(await linkTo(email)).toContain(`callbackUrl=${encodeURIComponent(TEST_APP_URL)}`);
  });

  it("responds the same for every address, and mails nothing to a banned user", async () => {
    const banned = await signedInUser(app);
    await askForLink(banned.email);
    const link = await linkTo(banned.email);
    await app.db.user.update({ where: { id: banned.id }, data: { banned: true } });
    const client = new ApiClient(app);
    expect((await client.fetch(link)).headers.get("location")).toMatch(/\/sign-in\?error=Banned$/);
    expect(await sessionOf(client)).toBeNull();

    const known = await signedInUser(app);
    const shown = [];
    for (const email of [newEmail(), known.email, banned.email]) shown.push(await shownOf(await askForLink(email)));
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
    await waitUntilJobsAreDone(app);
    expect(mailsTo(app, known.email, SIGN_IN_SUBJECT)).toHaveLength(1);
    expect(mailsTo(app, banned.email, SIGN_IN_SUBJECT)).toHaveLength(1);
  });

  it.each(["not an address", "", "a\0@example.com", "a@example.com,b@example.com"])(
    "mails nothing to %j",
    async (email) => {
      const before = app.sandbox.mailbox.list().length;
      expect((await askForLink(email)).headers.get("location")).toMatch(/\/sign-in\?error=/);
      await waitUntilJobsAreDone(app);
      expect(app.sandbox.mailbox.list()).toHaveLength(before);
    },
  );

  it("responds the same while no mail can be sent, and sends the link later", async () => {
    app.sandbox.faults.set("mail", { kind: "refuse" });
    const email = newEmail();
    const down = await shownOf(await askForLink(email));
    await waitUntilJobsAreDone(app);
    app.sandbox.faults.clear();
    expect(await shownOf(await askForLink(newEmail()))).toEqual(down);
    await app.db.$executeRaw`
      SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs
      WHERE key = ${`sign-in-link:${email}`}`;
    await new ApiClient(app).fetch(await linkTo(email));
    expect(await app.db.user.count({ where: { email } })).toBe(1);
  });
});
