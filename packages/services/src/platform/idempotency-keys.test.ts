import { describe, expect, it } from "vitest";
import { readKeyRow } from "../../test/idempotency";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import type { UserContext } from "../context";
import { claimKey, purgeIdempotencyKeys, readIdempotencyKey, storeResponse } from "./idempotency-keys";

const ctx = useTestContext();
const REQUEST = { key: "a key", operation: "image", input: { prompt: "a boat" } };
const DAY_MS = 24 * 60 * 60 * 1000;
const CLAIMS_AT_ONCE = 20;

const newUser = async () => actAs(ctx, await createUser(ctx));
const pass = (milliseconds: number) => ctx.setNow(new Date(ctx.now().getTime() + milliseconds));
const charge = (user: UserContext) =>
  ctx.db.idempotencyKey.updateMany({ where: { userId: user.actor.id }, data: { reference: "a generation" } });

describe("claimKey", () => {
  it("returns first to one of the concurrent requests", async () => {
    const user = await newUser();
    const claims = await Promise.all(Array.from({ length: CLAIMS_AT_ONCE }, () => claimKey(user, REQUEST)));
    expect(claims.filter(({ kind }) => kind === "first")).toHaveLength(1);
    expect(claims.filter(({ kind }) => kind === "in_progress")).toHaveLength(CLAIMS_AT_ONCE - 1);
  });

  it("separates the keys of two users", async () => {
    expect(await claimKey(await newUser(), REQUEST)).toMatchObject({ kind: "first" });
    expect(await claimKey(await newUser(), REQUEST)).toMatchObject({ kind: "first" });
  });

  it.each([
    ["input", { input: { prompt: "a ship" } }],
    ["operation", { operation: "video" }],
  ])("refuses a key that was used with another %s, answered or not", async (_what, other) => {
    const user = await newUser();
    await claimKey(user, REQUEST);
    const refusal = { code: "conflict", message: "Idempotency-Key was already used for another request" };
    await expect(claimKey(user, { ...REQUEST, ...other })).rejects.toMatchObject(refusal);
    await storeResponse(user, REQUEST.key, { statusCode: 200, responseBody: "{}" });
    await expect(claimKey(user, { ...REQUEST, ...other })).rejects.toMatchObject(refusal);
  });

  it("returns the first response for a day, and is free after that", async () => {
    const user = await newUser();
    await claimKey(user, REQUEST);
    await storeResponse(user, REQUEST.key, { statusCode: 200, responseBody: '{"id":"1"}' });
    pass(DAY_MS - 1);
    expect(await claimKey(user, REQUEST)).toEqual({ kind: "answered", statusCode: 200, responseBody: '{"id":"1"}' });
    pass(1);
    expect(await claimKey(user, { ...REQUEST, input: {} })).toMatchObject({ kind: "first" });
    expect(await readKeyRow(user, REQUEST.key)).toMatchObject({ statusCode: null, responseBody: null });
  });

  it("keeps a success, and replaces a failure", async () => {
    const user = await newUser();
    await claimKey(user, REQUEST);
    for (const statusCode of [502, 200, 500])
      await storeResponse(user, REQUEST.key, { statusCode, responseBody: `{"status":${statusCode}}` });
    expect(await claimKey(user, REQUEST)).toMatchObject({ kind: "answered", statusCode: 200 });
  });

  it("is taken over after 30 seconds without a charge, by one of the concurrent requests", async () => {
    const user = await newUser();
    await claimKey(user, REQUEST);
    pass(29_999);
    expect(await claimKey(user, REQUEST)).toEqual({ kind: "in_progress" });
    pass(1);
    const claims = await Promise.all(Array.from({ length: CLAIMS_AT_ONCE }, () => claimKey(user, REQUEST)));
    expect(claims.filter(({ kind }) => kind === "first")).toHaveLength(1);
  });

  it("is never taken over from a request that was charged", async () => {
    const user = await newUser();
    const claimedAt = ctx.now();
    await claimKey(user, REQUEST);
    await charge(user);
    pass(DAY_MS - 1);
    expect(await claimKey(user, REQUEST)).toEqual({ kind: "charged", reference: "a generation", claimedAt });
  });
});

describe("purgeIdempotencyKeys", () => {
  it("deletes keys that are a day old, and no younger ones", async () => {
    const user = await newUser();
    await claimKey(user, { key: "old", operation: "image", input: {} });
    const startedAt = ctx.now();
    ctx.setNow(new Date(startedAt.getTime() + 1));
    await claimKey(user, { key: "young", operation: "image", input: {} });
    ctx.setNow(new Date(startedAt.getTime() + DAY_MS));
    await purgeIdempotencyKeys(ctx);
    expect(await readKeyRow(user, "old")).toBeNull();
    expect(await readKeyRow(user, "young")).not.toBeNull();
  });
});

describe("readIdempotencyKey", () => {
  it("is undefined without the header", () => {
    expect(readIdempotencyKey(null)).toBeUndefined();
  });

  it.each(["a", "8e03978e-40d5-43e8-bc93-6894a57f9324", "!~", "k".repeat(255)])("accepts %j", (key) => {
    expect(readIdempotencyKey(key)).toBe(key);
  });

  it.each(["", "a b", "a\tb", "a\u0000", "a\u007f", "ä", "🚢", "k".repeat(256)])("refuses %j", (key) => {
    expect(() => readIdempotencyKey(key)).toThrow("Idempotency-Key must be 1 to 255 visible ASCII characters");
  });
});
