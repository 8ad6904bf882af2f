import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiClient, mutate, type SignedInUser, signedUpUser, TEST_PASSWORD } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { mailedLink, RESET_SUBJECT, SIGN_IN_SUBJECT, startTestWorker, VERIFICATION_SUBJECT } from "../../../test/mail";

const app = useTestApp({ mail: true });

let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  worker = await startTestWorker(app);
});
afterAll(() => worker.stop());

const isSignedIn = async (client: ApiClient) => (await client.get("/api/auth/session")).body !== null;
const userOf = ({ id }: SignedInUser) => app.db.user.findUniqueOrThrow({ where: { id } });

async function passwordWorks({ email }: SignedInUser): Promise<boolean> {
  const client = new ApiClient(app);
  await client.signIn(email, TEST_PASSWORD);
  return isSignedIn(client);
}

/** Verifies the address by the token of the verification mail. */
async function confirm(client: ApiClient, { email }: SignedInUser): Promise<void> {
  const token = new URLSearchParams((await mailedLink(app, email, VERIFICATION_SUBJECT)).split("?")[1]).get("token");
  expect((await mutate(client, "account.verifyEmail", { token })).data).toEqual({ email });
}

async function signInByLink(client: ApiClient, { email }: SignedInUser): Promise<void> {
  const { csrfToken } = (await client.get("/api/auth/csrf")).body;
  await client.postForm("/api/auth/signin/email", { csrfToken, email });
  await client.fetch(await mailedLink(app, email, SIGN_IN_SUBJECT));
  expect(await isSignedIn(client)).toBe(true);
}

async function resetPassword(client: ApiClient, { email }: SignedInUser): Promise<void> {
  await mutate(client, "password.requestReset", { email });
  const token = new URLSearchParams((await mailedLink(app, email, RESET_SUBJECT)).split("?")[1]).get("token");
  expect((await mutate(client, "password.reset", { token, password: "the owner's own" })).data).toEqual({ email });
}

describe("an account that an attacker created with another user's address", () => {
  it.each([
    ["a mailed link", signInByLink],
    ["a new password", resetPassword],
  ])("is its owner's alone once the owner comes by %s", async (_name, proveOwnership) => {
    const attacker = await signedUpUser(app);
    const { body } = await attacker.client.post("/api/keys", { name: "for later" });
    const authorization = `Bearer ${body.key}`;
    expect((await new ApiClient(app).get("/api/me", { authorization })).status).toBe(200);
    await proveOwnership(new ApiClient(app), attacker);
    expect(await isSignedIn(attacker.client)).toBe(false);
    expect(await passwordWorks(attacker)).toBe(false);
    expect((await new ApiClient(app).get("/api/me", { authorization })).status).toBe(401);
    expect(await userOf(attacker)).toMatchObject({ emailVerified: true, ownerProven: true });
  });

  it("also after the owner has only opened the link of the verification mail", async () => {
    const attacker = await signedUpUser(app);
    await confirm(new ApiClient(app), attacker);
    expect(await userOf(attacker)).toMatchObject({ emailVerified: true });
    await signInByLink(new ApiClient(app), attacker);
    expect(await isSignedIn(attacker.client)).toBe(false);
    expect(await passwordWorks(attacker)).toBe(false);
  });

  it("also when the owner was signed in to an account of their own", async () => {
    const [attacker, owner] = [await signedUpUser(app), await signedUpUser(app)];
    await confirm(owner.client, attacker);
    expect(await userOf(attacker)).toMatchObject({ emailVerified: true, ownerProven: false });
  });
});

describe("a user's own account", () => {
  it("keeps its password and its sessions, once its mail was opened where it is signed in", async () => {
    const user = await signedUpUser(app);
    await confirm(user.client, user);
    await signInByLink(new ApiClient(app), user);
    expect(await isSignedIn(user.client)).toBe(true);
    expect(await passwordWorks(user)).toBe(true);
  });
});
