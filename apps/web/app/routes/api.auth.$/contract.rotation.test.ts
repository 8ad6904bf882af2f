import { describe, expect, it } from "vitest";
import { ApiClient, mutate, type SignedInUser, signedInUser, TEST_PASSWORD } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";

const app = useTestApp();
const COOKIE = "authjs.session-token";

const tokenOf = (client: ApiClient) => new RegExp(`${COOKIE}=([^;]+)`).exec(client.cookieHeader)?.[1] ?? "";
const sessionsOf = ({ id }: SignedInUser) => app.db.session.findMany({ where: { userId: id } });
const isSignedIn = async (token: string) => {
  const { body } = await new ApiClient(app).get("/api/auth/session", { cookie: `${COOKIE}=${token}` });
  return body !== null;
};

/** Sends the form of the sign-in page with a session cookie that was put there by somebody. */
async function signInOver(planted: string, { email }: SignedInUser): Promise<{ cookies: string[] }> {
  const client = new ApiClient(app);
  const { csrfToken } = (await client.get("/api/auth/csrf")).body;
  const cookie = `${client.cookieHeader}; ${planted}`;
  const body = new URLSearchParams({ csrfToken, email, password: TEST_PASSWORD });
  const response = await fetch(`${app.url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie },
    body,
  });
  return { cookies: response.headers.getSetCookie().filter((text) => text.startsWith(COOKIE)) };
}

describe("302", () => {
  it("gives a browser that signs in again another session, and ends the one it had", async () => {
    const user = await signedInUser(app);
    const before = tokenOf(user.client);
    await user.client.signIn(user.email, TEST_PASSWORD);
    const after = tokenOf(user.client);
    expect(after).not.toBe(before);
    expect(await sessionsOf(user)).toMatchObject([{ sessionToken: after }]);
  });

  it("keeps no session that somebody else has planted, whole or in parts", async () => {
    const [victim, attacker] = [await signedInUser(app), await signedInUser(app)];
    const planted = tokenOf(attacker.client);
    for (const cookie of [`${COOKIE}=${planted}`, `${COOKIE}.0=${planted}`, `${COOKIE}=made-up`]) {
      const { cookies } = await signInOver(cookie, victim);
      expect(cookies).toHaveLength(1);
      expect(cookies[0]).not.toContain(planted);
      expect(cookies[0]).not.toContain("made-up");
    }
    expect(await isSignedIn(planted)).toBe(false);
    expect(await sessionsOf(attacker)).toEqual([]);
  });

  it("leaves the session alone when the password is wrong", async () => {
    const user = await signedInUser(app);
    const before = tokenOf(user.client);
    await user.client.signIn(user.email, "wrong password");
    expect(tokenOf(user.client)).toBe(before);
    expect(await isSignedIn(before)).toBe(true);
  });
});

describe("a changed password", () => {
  it("ends every other session, and gives this one another token", async () => {
    const user = await signedInUser(app);
    const other = new ApiClient(app);
    await other.signIn(user.email, TEST_PASSWORD);
    const before = tokenOf(user.client);
    const input = { currentPassword: TEST_PASSWORD, password: "staple after staple" };
    const response = await mutate(user.client, "account.changePassword", input);
    expect(response.data).toEqual({ success: true });
    const after = tokenOf(user.client);
    expect(after).not.toBe(before);
    expect([await isSignedIn(after), await isSignedIn(before), await isSignedIn(tokenOf(other))]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("sets the cookie as signing in does", async () => {
    const user = await signedInUser(app);
    const body = JSON.stringify({ currentPassword: TEST_PASSWORD, password: "staple after staple" });
    const headers = { "content-type": "application/json" };
    const response = await user.client.fetch("/api/trpc/account.changePassword", { method: "POST", body, headers });
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^authjs\.session-token=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^genmint-known-browser=[\w.-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
    ]);
  });
});
