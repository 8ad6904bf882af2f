import { UpstreamError } from "@app/clients/http/upstream-error";
import { describe, expect, it } from "vitest";
import {
  IDEMPOTENCY_KEY,
  IMAGE_INPUT,
  readKeyRow,
  rejection,
  useCountedClients,
  VIDEO_INPUT,
} from "../../test/idempotency";
import { useTestContext } from "../../test/test-context";
import type { UserContext } from "../context";
import { generateImageOnce } from "../image/generate-image";
import { verifyLedger } from "../ledger/verify-ledger";
import { submitVideoOnce } from "../video/submit-video";

const ctx = useTestContext();
const { again, calls, creditsOf, newUser, pass } = useCountedClients(ctx);
const REPETITIONS = 8;
const RESPONSE_STORED_WITHIN_MS = 5_000;

describe.each([
  ["image", 20, (user: UserContext) => generateImageOnce(user, { ...IMAGE_INPUT })],
  ["video", 50, (user: UserContext) => submitVideoOnce(user, VIDEO_INPUT)],
] as const)("an %s under an Idempotency-Key", (_type, cost, generate) => {
  it("is charged and generated once, and its first response repeated", async () => {
    const user = await newUser();
    const first = await generate(user);
    expect(await generate(await again(user))).toEqual(first);
    expect(calls.count).toBe(1);
    expect(await creditsOf(user)).toBe(100 - cost);
  });

  it("is charged and generated once for concurrent requests, which all get the one response", async () => {
    const user = await newUser();
    const responses = await Promise.all(Array.from({ length: REPETITIONS }, () => generate(user)));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(calls.count).toBe(1);
    expect(await creditsOf(user)).toBe(100 - cost);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("repeats a failure too, because it was charged", async () => {
    const user = await newUser();
    calls.intercept = () => Promise.reject(new UpstreamError("No boats today"));
    const failure = await rejection(generate(user));
    expect(failure).toMatchObject({ code: "internal" });
    calls.intercept = async () => undefined;
    expect(String(await rejection(generate(await again(user))))).toBe(String(failure));
    expect(calls.count).toBe(1);
    expect(await creditsOf(user)).toBe(100 - cost);
  });

  it("is responded although the response cannot be stored for a repetition, which gets it from the history", async () => {
    const user = await newUser();
    const db = new Proxy(ctx.db, {
      get(target, name, receiver) {
        if (name !== "idempotencyKey" || calls.count === 0) return Reflect.get(target, name, receiver);
        return { updateMany: () => Promise.reject(new Error("Connection terminated")) };
      },
    });
    const first = await generate({ ...user, db });
    pass(RESPONSE_STORED_WITHIN_MS);
    expect(await generate(await again(user))).toEqual(first);
    expect(calls.count).toBe(1);
    expect(await creditsOf(user)).toBe(100 - cost);
  });

  it("releases the key when the credits do not suffice: the same request may pass later", async () => {
    const user = await newUser(cost - 1);
    await expect(generate(user)).rejects.toMatchObject({ code: "insufficient_credits" });
    expect(await readKeyRow(user, IDEMPOTENCY_KEY)).toBeNull();
  });

  it("releases the key when another request has spent the credits in the meantime", async () => {
    const user = await newUser(cost - 1);
    const outdated = { ...user, actor: { ...user.actor, credits: cost } };
    await expect(generate(outdated)).rejects.toMatchObject({ code: "insufficient_credits" });
    expect(await readKeyRow(user, IDEMPOTENCY_KEY)).toBeNull();
  });

  it("is charged for each request when there is no key", async () => {
    const { idempotencyKey: _none, ...user } = await newUser();
    await generate(user);
    await generate(user);
    expect(calls.count).toBe(2);
    expect(await creditsOf({ ...user })).toBe(100 - 2 * cost);
  });
});
