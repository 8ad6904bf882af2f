import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ApiClient, callProcedure, signedInUser, TEST_PASSWORD } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { mailedLink, mailsTo, SIGN_IN_SUBJECT, startTestWorker } from "../../../test/mail";
import { waitUntil } from "../../../test/wait-until";

const MAX = 3;
/** Each test sends from an address of its own, so that no test uses up the limit of another. */
const app = useTestApp({
  mail: true,
  env: {
    RATE_LIMITS: "on",
    TRUSTED_PROXIES: "1",
    RATE_LIMIT_SIGN_IN_BY_ADDRESS: `${MAX}/1h`,
    RATE_LIMIT_SIGN_IN_BY_ACCOUNT: `${MAX}/1h`,
    RATE_LIMIT_SIGN_UP_BY_ADDRESS: `${MAX}/1h`,
    RATE_LIMIT_MAIL_BY_ADDRESS: `${MAX}/1h`,
    RATE_LIMIT_MAIL_BY_ACCOUNT: `${MAX}/1h`,
  },
});
let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return { "x-forwarded-for": `203.0.113.99, 198.51.100.${addresses}` };
};
const newEmail = () => `${randomUUID()}@example.com`;
const REFUSED = { status: 429, body: { error: "Too many requests" } };

async function postForm(path: string, fields: Record<string, string>, headers: Record<string, string>) {
  const client = new ApiClient(app);
  const { csrfToken } = (await client.get("/api/auth/csrf")).body;
  const response = await client.fetch(path, {
    method: "POST",
    body: new URLSearchParams({ csrfToken, ...fields }),
    headers,
  });
  const body = await response.json().catch(() => null);
  return { status: response.status, headers: response.headers, body };
}
const signIn = (email: string, password: string, headers: Record<string, string>) =>
  postForm("/api/auth/callback/credentials", { email, password }, headers);
const askForLink = (email: string, headers: Record<string, string>) =>
  postForm("/api/auth/signin/email", { email }, headers);
const signUp = (headers: Record<string, string>) =>
  new ApiClient(app).post("/api/auth/sign-up", { email: newEmail(), password: TEST_PASSWORD }, headers);
const resetFor = (email: string, headers: Record<string, string>) =>
  callProcedure(new ApiClient(app), "mutation", "password.requestReset", { email }, headers);

async function times(count: number, action: () => Promise<{ status: number }>): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) expect((await action()).status).not.toBe(429);
}

describe("429", () => {
  it("refuses passwords for one account from one address, whether or not the account exists, the right one included", async () => {
    const { email } = await signedInUser(app);
    for (const account of [email, newEmail()]) {
      const headers = newAddress();
      await times(MAX, () => signIn(account.toUpperCase(), "wrong password", headers));
      const response = await signIn(account, TEST_PASSWORD, headers);
      expect(response).toMatchObject(REFUSED);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(3_000);
      await times(1, () => signIn(account, "wrong password", newAddress()));
    }
  });

  it("refuses passwords from one address, for any account", async () => {
    const headers = newAddress();
    await times(MAX, () => signIn(newEmail(), "wrong password", headers));
    expect(await signIn(newEmail(), "wrong password", headers)).toMatchObject(REFUSED);
    await times(1, () => signIn(newEmail(), "wrong password", newAddress()));
  });

  it("does not count the right password", async () => {
    const { email } = await signedInUser(app);
    const headers = newAddress();
    await times(2 * MAX, () => signIn(email, TEST_PASSWORD, headers));
  });

  it("refuses links to one account from one address, and from one address to any account", async () => {
    const email = newEmail();
    const stranger = newAddress();
    await times(MAX, () => askForLink(email, stranger));
    expect(await askForLink(email, stranger)).toMatchObject(REFUSED);
    await times(1, () => askForLink(email, newAddress()));
    const headers = newAddress();
    await times(MAX, () => askForLink(newEmail(), headers));
    expect(await askForLink(newEmail(), headers)).toMatchObject(REFUSED);
  });

  it("sends one mail to an address, whatever networks request it, and the next one after the pause", async () => {
    const email = newEmail();
    const worker = await startTestWorker(app);
    await times(1, () => askForLink(email, newAddress()));
    await mailedLink(app, email, SIGN_IN_SUBJECT);
    await times(5, () => askForLink(email, newAddress()));
    const waiting = () => app.db.$queryRaw<{ seconds: number }[]>`
      SELECT extract(epoch FROM run_at - now())::float AS seconds FROM graphile_worker.jobs
      WHERE key = ${`sign-in-link:${email}`} AND locked_at IS NULL`;
    await waitUntil("the next mail waits", async () => ((await waiting())[0]?.seconds ?? 0) > 1);
    await worker.stop();
    expect(await waiting()).toHaveLength(1);
    expect((await waiting())[0]?.seconds).toBeLessThanOrEqual(60);
    expect(mailsTo(app, email)).toHaveLength(1);
  });

  it("counts password reset links with them", async () => {
    const email = newEmail();
    const headers = newAddress();
    await times(MAX, () => askForLink(email, headers));
    expect(await resetFor(email, headers)).toMatchObject({ status: 429, error: { code: "TOO_MANY_REQUESTS" } });
  });

  it("refuses new accounts from one address", async () => {
    const headers = newAddress();
    await times(MAX, () => signUp(headers));
    expect(await signUp(headers)).toMatchObject(REFUSED);
    expect((await signUp(newAddress())).status).toBe(201);
  });

  it("ignores addresses that a sender wrote in front of the proxy's in the header", async () => {
    const proxied = newAddress()["x-forwarded-for"];
    await times(MAX, () => signUp({ "x-forwarded-for": `192.0.2.1, ${proxied}` }));
    expect(await signUp({ "x-forwarded-for": `192.0.2.2, ${proxied}` })).toMatchObject(REFUSED);
  });

  it("redirects a page without scripts to the form, which shows the error", async () => {
    const headers = { ...newAddress(), accept: "text/html" };
    await times(MAX, () => signIn(newEmail(), "wrong password", headers));
    const response = await signIn(newEmail(), "wrong password", headers);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/sign-in?error=RateLimited");
  });
});
