import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, signedInUser, signedUpUser, TEST_PASSWORD } from "../../../test/api-client";
import { startOtherServer, type TestApp, useTestApp } from "../../../test/app";
import { createFakeGitHub, GITHUB_ENV, newGitHubUser } from "../../../test/github";
import { mailedLink, SIGN_IN_SUBJECT, startTestWorker } from "../../../test/mail";

const OLD = "the secret of the service until now";
const NEW = "the secret that replaces the old one";

const github = createFakeGitHub();
/** Knows the old secret only. */
const app = useTestApp({ env: { ...GITHUB_ENV, AUTH_SECRET: OLD }, outside: github.respond, mail: true });

/** Servers of the same database: `both` while the secret is replaced, `onlyNew` after that. */
let both: TestApp;
let onlyNew: TestApp;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const worker = await startTestWorker(app);
  const servers = [
    await startOtherServer(app, { AUTH_SECRET: NEW, AUTH_SECRET_PREVIOUS: OLD }),
    await startOtherServer(app, { AUTH_SECRET: NEW }),
  ] as const;
  [both, onlyNew] = [servers[0].app, servers[1].app];
  stops.push(worker.stop, servers[0].stop, servers[1].stop);
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

const sessionOf = async (client: ApiClient) => (await client.get("/api/auth/session")).body;
const csrfTokenOf = async (client: ApiClient) => (await client.get("/api/auth/csrf")).body.csrfToken;
const signIn = (client: ApiClient, email: string, csrfToken: string) =>
  client.postForm("/api/auth/callback/credentials", { csrfToken, email, password: TEST_PASSWORD });

describe("a session", () => {
  it("does not depend on the secret", async () => {
    const { client, id } = await signedUpUser(app);
    for (const server of [both, onlyNew]) expect(await sessionOf(client.at(server))).toMatchObject({ user: { id } });
  });
});

describe("a form that was opened before", () => {
  it("is accepted while the secret is replaced", async () => {
    const { email, id } = await signedInUser(app);
    const browser = new ApiClient(app);
    const csrfToken = await csrfTokenOf(browser);
    const later = browser.at(both);
    expect(await csrfTokenOf(later)).toBe(csrfToken);
    await signIn(later, email, csrfToken);
    expect(await sessionOf(later)).toMatchObject({ user: { id } });
  });

  it("is refused after that, and one that is opened again is accepted", async () => {
    const { email, id } = await signedInUser(app);
    const browser = new ApiClient(app);
    const csrfToken = await csrfTokenOf(browser);
    const later = browser.at(onlyNew);
    await signIn(later, email, csrfToken);
    expect(await sessionOf(later)).toBeNull();
    await signIn(later, email, await csrfTokenOf(later));
    expect(await sessionOf(later)).toMatchObject({ user: { id } });
  });

  it("made with the new secret is accepted after that", async () => {
    const { email, id } = await signedInUser(app);
    const browser = new ApiClient(both);
    const csrfToken = await csrfTokenOf(browser);
    const later = browser.at(onlyNew);
    await signIn(later, email, csrfToken);
    expect(await sessionOf(later)).toMatchObject({ user: { id } });
  });
});

describe("a sign-in at GitHub that was begun before", () => {
  async function begin(server: TestApp): Promise<{ browser: ApiClient; finish: (at: ApiClient) => Promise<string> }> {
    github.currentUser = newGitHubUser(`${randomUUID()}@example.com`, true);
    const browser = new ApiClient(server);
    const csrfToken = await csrfTokenOf(browser);
    const asked = await browser.postForm("/api/auth/signin/github", { csrfToken });
    const state = new URL(asked.headers.get("location") ?? "").searchParams.get("state");
    const query = new URLSearchParams({ code: "a-code", ...(state === null ? {} : { state }) });
    const finish = async (client: ApiClient) =>
      (await client.fetch(`/api/auth/callback/github?${query}`)).headers.get("location") ?? "";
    return { browser, finish };
  }

  it.each([
    ["is finished while the secret is replaced", () => app, () => both],
    ["with the new secret is finished after that", () => both, () => onlyNew],
  ])("%s", async (_what, before, after) => {
    const { browser, finish } = await begin(before());
    const later = browser.at(after());
    await finish(later);
    expect(await sessionOf(later)).toMatchObject({ user: { email: github.currentUser.email } });
  });

  it("is refused after that", async () => {
    const { browser, finish } = await begin(app);
    const later = browser.at(onlyNew);
    expect(await finish(later)).toContain("error=");
    expect(await sessionOf(later)).toBeNull();
  });
});

describe("a mailed link that signs in", () => {
  it("does not depend on the secret", async () => {
    for (const server of [both, onlyNew]) {
      const email = `${randomUUID()}@example.com`;
      const browser = new ApiClient(app);
      await browser.postForm("/api/auth/signin/email", { csrfToken: await csrfTokenOf(browser), email });
      const later = new ApiClient(server);
      await later.fetch(await mailedLink(app, email, SIGN_IN_SUBJECT));
      expect(await sessionOf(later)).toMatchObject({ user: { email } });
    }
  });
});
