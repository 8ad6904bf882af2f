import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type ApiResponse, giveCredits, type SignedInUser, signedInUser } from "./api-client";
import type { TestApp } from "./app";
import { readAccount } from "./users";

export interface PaidPost {
  path: string;
  request: object;
  /** A request that differs in what matters. */
  otherRequest: object;
  costCredits: number;
  /** How many requests the outside world gets for one that is made. */
  calls: number;
}

const BALANCE_CREDITS = 200;
const REPETITIONS = 6;
const CONFLICT = { error: "Idempotency-Key was already used for another request" };
const BAD_KEY = { error: "Idempotency-Key must be 1 to 255 visible ASCII characters" };

/** What the header Idempotency-Key promises of every POST that takes it. */
export function itIsIdempotent(app: TestApp, { path, request, otherRequest, costCredits, calls }: PaidPost): void {
  const send = ({ client }: SignedInUser, key: string, body: object = request): Promise<ApiResponse> =>
    client.post(path, body, { "idempotency-key": key });
  const newUser = () => signedInUser(app, { credits: BALANCE_CREDITS });

  async function expectOneCharge(user: SignedInUser, callsBefore: number): Promise<void> {
    const account = await readAccount(app, user.id);
    expect(account.credits).toBe(BALANCE_CREDITS - costCredits);
    expect(account.ledger).toHaveLength(costCredits > 0 ? 2 : 1);
    expect(app.sandbox.requests.length - callsBefore).toBe(calls);
  }

  it("200: repeats the first answer to the same key and body, and charges nothing", async () => {
    const user = await newUser();
    const [key, callsBefore] = [randomUUID(), app.sandbox.requests.length];
    const first = await send(user, key);
    expect(first.status).toBe(200);
    const account = await readAccount(app, user.id);
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      const response = await send(user, key);
      expect([response.status, response.body]).toEqual([200, first.body]);
      expect(response.headers.get("content-type")).toBe(first.headers.get("content-type"));
    }
    expect(await readAccount(app, user.id)).toEqual(account);
    await expectOneCharge(user, callsBefore);
  });

  it("200: charges one of several requests at the same moment, and gives all the one answer", async () => {
    const user = await newUser();
    const [key, callsBefore] = [randomUUID(), app.sandbox.requests.length];
    const responses = await Promise.all(Array.from({ length: REPETITIONS }, () => send(user, key)));
    for (const response of responses) expect([response.status, response.body]).toEqual([200, responses[0]?.body]);
    await expectOneCharge(user, callsBefore);
  });

  it("200: takes the same key of two users for two keys", async () => {
    const [key, users] = [randomUUID(), [await newUser(), await newUser()]];
    for (const user of users) {
      const callsBefore = app.sandbox.requests.length;
      expect(await send(user, key)).toMatchObject({ status: 200 });
      await expectOneCharge(user, callsBefore);
    }
  });

  it("400: refuses a key that is no key, and charges nothing", async () => {
    const user = await newUser();
    const callsBefore = app.sandbox.requests.length;
    for (const key of ["", "two words", "k".repeat(256), "clé"])
      expect(await send(user, key)).toMatchObject({ status: 400, body: BAD_KEY });
    expect(await readAccount(app, user.id)).toMatchObject({ credits: BALANCE_CREDITS, generations: [], chats: [] });
    expect(app.sandbox.requests.length).toBe(callsBefore);
  });

  it("400: does not use up the key of a request that is refused", async () => {
    const user = await newUser();
    const [key, callsBefore] = [randomUUID(), app.sandbox.requests.length];
    expect(await send(user, key, {})).toMatchObject({ status: 400 });
    expect(await send(user, key)).toMatchObject({ status: 200 });
    await expectOneCharge(user, callsBefore);
  });

  it("409: refuses another body under the same key, and goes on repeating the first answer", async () => {
    const user = await newUser();
    const [key, callsBefore] = [randomUUID(), app.sandbox.requests.length];
    const first = await send(user, key);
    expect(await send(user, key, otherRequest)).toMatchObject({ status: 409, body: CONFLICT });
    expect((await send(user, key)).body).toEqual(first.body);
    await expectOneCharge(user, callsBefore);
  });
}

/** 402 gives the key back: with credits the same request passes. */
export function itReleasesTheKey(app: TestApp, { path, request, costCredits }: PaidPost): void {
  it("402: does not use up the key", async () => {
    const key = randomUUID();
    const user = await signedInUser(app, { credits: costCredits - 1 });
    const send = () => user.client.post(path, request, { "idempotency-key": key });
    expect(await send()).toMatchObject({ status: 402 });
    await giveCredits(app, user.id, 1);
    expect(await send()).toMatchObject({ status: 200 });
    expect(await send()).toMatchObject({ status: 200 });
    expect(await readAccount(app, user.id)).toMatchObject({ credits: 0 });
  });
}
