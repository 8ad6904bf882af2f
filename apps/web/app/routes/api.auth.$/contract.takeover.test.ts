import { startWorker } from "@app/services/worker";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, mutate, type SignedInUser, signedUpUser, TEST_PASSWORD } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { mailedLink, RESET_SUBJECT, SIGN_IN_SUBJECT, VERIFICATION_SUBJECT } from "../../../test/mail";

/** Somebody signs up with an address; whose it is shows only later. */
const app = useTestApp({ mail: true });

let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  worker = await startWorker(app.deps.service, app.deps.env.DATABASE_URL);
});
afterAll(() => worker.stop());

const isSignedIn = async (client: ApiClient) => (await client.get("/api/auth/session")).body !== null;
const userOf = ({ id }: SignedInUser) => app.db.user.findUniqueOrThrow({ where: { id } });

async function passwordWorks({ email }: SignedInUser): Promise<boolean> {
  const client = new ApiClient(app);
  await client.signIn(email, TEST_PASSWORD);
  return isSignedIn(client);
}

/** Opens the link of the verification mail, as far as it leads. */
async function confirm(client: ApiClient, { email }: SignedInUser): Promise<void> {
  const token = new URLSearchParams((await mailedLink(app, email, VERIFICATION_SUBJECT)).split("?")[1]).get("token");
  expect((await mutate(client, "account.verifyEmail", { token })).data).toEqual({ email });
}

async function comeByLink(client: ApiClient, { email }: SignedInUser): Promise<void> {
  const { csrfToken } = (await client.get("/api/auth/csrf")).body;
  await client.postForm("/api/auth/signin/email", { csrfToken, email });
  await client.fetch(await mailedLink(app, email, SIGN_IN_SUBJECT));
  expect(await isSignedIn(client)).toBe(true);
}

async function comeByReset(client: ApiClient, { email }: SignedInUser): Promise<void> {
  await mutate(client, "password.requestReset", { email });
  const token = new URLSearchParams((await mailedLink(app, email, RESET_SUBJECT)).split("?")[1]).get("token");
  expect((await mutate(client, "password.reset", { token, password: "the owner's own" })).data).toEqual({ email });
}

describe("an account that a stranger made with somebody's address", () => {
  it.each([
    ["a mailed link", comeByLink],
    ["a new password", comeByReset],
  ])("is its owner's alone once the owner comes by %s", async (_way, come) => {
    const stranger = await signedUpUser(app);
    await come(new ApiClient(app), stranger);
    expect(await isSignedIn(stranger.client)).toBe(false);
    expect(await passwordWorks(stranger)).toBe(false);
    expect(await userOf(stranger)).toMatchObject({ emailVerified: true, ownerProven: true });
  });

  it("is so too when the owner had only clicked the link of the mail before", async () => {
    const stranger = await signedUpUser(app);
    await confirm(new ApiClient(app), stranger);
    expect(await userOf(stranger)).toMatchObject({ emailVerified: true });
    await comeByLink(new ApiClient(app), stranger);
    expect(await isSignedIn(stranger.client)).toBe(false);
    expect(await passwordWorks(stranger)).toBe(false);
  });

  it("is so too when the owner was signed in to an account of their own", async () => {
    const [stranger, owner] = [await signedUpUser(app), await signedUpUser(app)];
    await confirm(owner.client, stranger);
    expect(await userOf(stranger)).toMatchObject({ emailVerified: true, ownerProven: false });
  });
});

describe("somebody's own account", () => {
  it("keeps its password and its sessions, once its mail was opened where it is signed in", async () => {
    const person = await signedUpUser(app);
    await confirm(person.client, person);
    await comeByLink(new ApiClient(app), person);
    expect(await isSignedIn(person.client)).toBe(true);
    expect(await passwordWorks(person)).toBe(true);
  });
});
