import { randomUUID } from "node:crypto";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, callProcedure, type SignedInUser, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { countRows, readBillingState } from "../../../test/billing-state";
import {
  itRefusesOtherMethods,
  itRefusesOtherSites,
  itRefusesTheBanned,
  itRefusesTheSignedOut,
} from "../../../test/refusal-contract";
import { createUser } from "../../../test/users";

const app = useTestApp();
const pathOf = (userId: string) => `/api/admin/users/${userId}/credits`;
const SUCCESS = { status: 200, body: { success: true } };
const AMOUNT = "amount must be a non-zero whole number from -10000000 to 10000000";

const sendBadInput = (client: ApiClient, headers?: Record<string, string>) =>
  client.post(pathOf("nobody"), { amount: "5" }, headers);

let admin: SignedInUser;
beforeAll(async () => {
  admin = await signedInUser(app, { role: "admin" });
});

describe("200", () => {
  it.each([
    [{ amount: 250, reason: "bonus" }, 250, "bonus"],
    [{ amount: -30, reason: "violation_penalty" }, -30, "violation_penalty"],
    [{ amount: 1 }, 1, "adjustment"],
    [{ amount: 1, reason: "" }, 1, "adjustment"],
    [{ amount: 1, reason: null }, 1, "adjustment"],
    [{ amount: 1, reason: "  compensation " }, 1, "compensation"],
    [{ amount: 10_000_000 }, 10_000_000, "adjustment"],
    [{ amount: -10_000_000 }, -10_000_000, "adjustment"],
  ])("%j changes the balance with its entry, and says who did it", async (input, delta, reason) => {
    const userId = await createUser(app, { credits: 100 });
    const response = await admin.client.post(pathOf(userId), input);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true });
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 100 + delta,
      ledger: [{ delta: 100 }, { delta, reason, paymentId: null, balanceAfter: 100 + delta }],
    });
    const entry = { userId, reason };
    expect(await app.db.creditLedger.findFirst({ where: entry })).toMatchObject({ actorId: admin.id });
    const audit = await app.db.auditLog.findMany({ where: { targetId: userId } });
    expect(audit).toMatchObject([{ actorId: admin.id, action: "credits.adjust" }]);
    expect(JSON.parse(audit[0]?.detail ?? "")).toEqual({ amount: delta, reason, balanceAfter: 100 + delta });
  });

  it("may leave a debt, which later credits pay off", async () => {
    const userId = await createUser(app, { credits: 10 });
    await admin.client.post(pathOf(userId), { amount: -500 });
    expect(await readBillingState(app, userId)).toMatchObject({ credits: -490 });
    await admin.client.post(pathOf(userId), { amount: 600 });
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 110 });
  });

  it("reaches banned users and the administrator's own account", async () => {
    const banned = await createUser(app, { banned: true });
    for (const userId of [banned, admin.id])
      expect(await admin.client.post(pathOf(userId), { amount: 5 })).toMatchObject(SUCCESS);
    expect(await readBillingState(app, banned)).toMatchObject({ credits: 5 });
  });

  it("loses none of twenty adjustments at once", async () => {
    const userId = await createUser(app);
    const amounts = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 7 : -4));
    const responses = await Promise.all(amounts.map((amount) => admin.client.post(pathOf(userId), { amount })));
    for (const response of responses) expect(response).toMatchObject(SUCCESS);
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 30 });
    expect((await verifyLedger(app.db)).differences).toEqual([]);
  });
});

describe("Idempotency-Key", () => {
  const BODY = { amount: 250, reason: "bonus" };
  const CONFLICT = { error: "Idempotency-Key was already used for another request" };
  const send = (userId: string, key: string, body: object = BODY, { client } = admin) =>
    client.post(pathOf(userId), body, { "idempotency-key": key });
  const sendCall = async (userId: string, key: string) => {
    const headers = { "idempotency-key": key };
    const input = { userId, ...BODY };
    return (await callProcedure(admin.client, "mutation", "admin.users.adjustCredits", input, headers)).status;
  };

  async function expectOne(userId: string) {
    expect(await readBillingState(app, userId)).toMatchObject({
      credits: 250,
      ledger: [{ delta: 250, reason: "bonus" }],
    });
    expect(await app.db.auditLog.count({ where: { targetId: userId } })).toBe(1);
    expect((await verifyLedger(app.db)).differences).toEqual([]);
  }

  it("200: one change for requests one after the other, over REST and tRPC", async () => {
    const [userId, key] = [await createUser(app), randomUUID()];
    for (let sent = 0; sent < 3; sent += 1) expect(await send(userId, key)).toMatchObject(SUCCESS);
    expect(await sendCall(userId, key)).toBe(200);
    await expectOne(userId);
  });

  it("200: one change for requests at the same moment, over REST and tRPC", async () => {
    const [userId, key] = [await createUser(app), randomUUID()];
    const [calls, ...responses] = await Promise.all([
      Promise.all([sendCall(userId, key), sendCall(userId, key)]),
      ...Array.from({ length: 4 }, () => send(userId, key)),
    ]);
    expect(calls).toEqual([200, 200]);
    for (const response of responses) expect(response).toMatchObject(SUCCESS);
    await expectOne(userId);
  });

  it("200: other keys, other administrators and requests without a key are changes of their own", async () => {
    const [userId, key] = [await createUser(app), randomUUID()];
    await send(userId, key);
    await send(userId, randomUUID());
    await send(userId, key, BODY, await signedInUser(app, { role: "admin" }));
    await admin.client.post(pathOf(userId), BODY);
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 1_000 });
  });

  it("409: another body, or another user, under the same key", async () => {
    const [userId, other, key] = [await createUser(app), await createUser(app), randomUUID()];
    await send(userId, key);
    for (const response of [await send(userId, key, { ...BODY, amount: 251 }), await send(other, key)])
      expect(response).toMatchObject({ status: 409, body: CONFLICT });
    expect(await readBillingState(app, other)).toMatchObject({ credits: 0, ledger: [] });
    await expectOne(userId);
  });

  it("400 and 404 do not use the key up, and a key that is no key is refused", async () => {
    const [userId, key] = [await createUser(app), randomUUID()];
    expect(await send(userId, key, { amount: 0 })).toMatchObject({ status: 400 });
    expect(await send("nobody", key)).toMatchObject({ status: 404 });
    expect(await send(userId, "two words")).toMatchObject({ status: 400 });
    expect(await readBillingState(app, userId)).toMatchObject({ credits: 0, ledger: [] });
    await send(userId, key);
    await expectOne(userId);
  });
});

describe("400", () => {
  it.each<[object, string]>([
    [{}, AMOUNT],
    ...[0, 1.5, 10_000_001, -10_000_001, 1e300, "5", "", true, null, [5], { value: 5 }].map(
      (amount): [object, string] => [{ amount, reason: "test" }, AMOUNT],
    ),
    [{ amount: 5, reason: 5 }, "reason must be a string"],
    [{ amount: 5, reason: ["bonus"] }, "reason must be a string"],
    [{ amount: 5, reason: "a\0b" }, "reason must not contain NUL characters"],
    [{ amount: 5, reason: "\ud800" }, "reason must be valid Unicode text"],
    [{ amount: 5, reason: "x".repeat(201) }, "reason must be at most 200 characters"],
    [{ amount: "5", reason: 5 }, AMOUNT],
  ])("refuses %j", (input, error) => expectRefused(JSON.stringify(input), error));

  it.each(['{"amount": ', "", "\0", "{'amount': 5}", '{"amount": NaN}'])("refuses the malformed JSON %j", (text) =>
    expectRefused(text, "Request body must be valid JSON"),
  );

  it.each(["[]", "5", "null", '"text"', "true"])("refuses the body %s, which is no object", (text) =>
    expectRefused(text, "Request body must be a JSON object"),
  );

  it("refuses what would take the balance out of the range that is kept", async () => {
    const userId = await createUser(app, { credits: 1_999_999_999 });
    const before = { books: await readBillingState(app, userId), counts: await countRows(app) };
    expect(await admin.client.post(pathOf(userId), { amount: 2 })).toMatchObject({
      status: 400,
      body: { error: "amount would take the balance out of range" },
    });
    expect({ books: await readBillingState(app, userId), counts: await countRows(app) }).toEqual(before);
  });

  it.each([
    ["a%00b", "userId must not contain NUL characters"],
    ["%20", "userId is required"],
    ["x".repeat(201), "userId must be at most 200 characters"],
  ])("refuses the user %s", async (userId, error) => {
    expect(await admin.client.post(pathOf(userId), { amount: 5 })).toMatchObject({ status: 400, body: { error } });
  });

  async function expectRefused(text: string, error: string) {
    const userId = await createUser(app, { credits: 50 });
    const before = { books: await readBillingState(app, userId), counts: await countRows(app) };
    const response = await admin.client.postText(pathOf(userId), text);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ error });
    expect({ books: await readBillingState(app, userId), counts: await countRows(app) }).toEqual(before);
  }
});

describe("401", () => itRefusesTheSignedOut(app, sendBadInput));

describe("403: banned", () => itRefusesTheBanned(app, sendBadInput, "admin"));

describe("403: no administrator", () => {
  it("refuses a user, before input and user are looked at, and from the request after a demotion", async () => {
    const user = await signedInUser(app, { credits: 10 });
    const demoted = await signedInUser(app, { role: "admin" });
    await app.db.user.update({ where: { id: demoted.id }, data: { role: "user" } });
    const before = await countRows(app);
    for (const { client, id } of [user, demoted]) {
      for (const [target, body] of [[id, { amount: 5 }] as const, ["nobody", { amount: "5" }] as const])
        expect(await client.post(pathOf(target), body)).toMatchObject({ status: 403, body: { error: "Forbidden" } });
      expect(await client.postText(pathOf(id), "{")).toMatchObject({ status: 403, body: { error: "Forbidden" } });
    }
    expect(await countRows(app)).toEqual(before);
  });
});

describe("403: cross-site", () => itRefusesOtherSites(app, sendBadInput, "admin"));

describe("404", () => {
  it.each(["nobody", "__proto__", "%F0%9F%92%A5", "x".repeat(200)])("knows no user %s", async (userId) => {
    const before = await countRows(app);
    expect(await admin.client.post(pathOf(userId), { amount: 5 })).toMatchObject({
      status: 404,
      body: { error: "User not found" },
    });
    expect(await countRows(app)).toEqual(before);
  });
});

describe("405", () => itRefusesOtherMethods(app, pathOf("nobody"), "POST"));
