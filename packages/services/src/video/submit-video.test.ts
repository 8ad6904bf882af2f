import { describe, expect, it } from "vitest";
import { IDEMPOTENCY_KEY, useCountedClients, VIDEO_INPUT } from "../../test/idempotency";
import { useTestContext } from "../../test/test-context";
import { finishGeneration } from "../history/finish-generation";
import { claimKey } from "../platform/idempotency-keys";
import { submitVideo, submitVideoOnce } from "./submit-video";

const ctx = useTestContext();
const { again, calls, creditsOf, newUser, pass } = useCountedClients(ctx);
const RESPONSE_STORED_WITHIN_MS = 5_000;

describe("a video whose process died after the charge", () => {
  it("gets the task that was submitted", async () => {
    const user = await newUser();
    await claimKey(user, { key: IDEMPOTENCY_KEY, operation: "video", input: VIDEO_INPUT });
    const submitted = await submitVideo({ ...user, claimedKey: IDEMPOTENCY_KEY }, VIDEO_INPUT);
    pass(RESPONSE_STORED_WITHIN_MS);
    expect(await submitVideoOnce(await again(user), VIDEO_INPUT)).toEqual(submitted);
    expect(calls.count).toBe(1);
    expect(await creditsOf(user)).toBe(50);
  });
});

describe("a video that was ended while its task was submitted", () => {
  it("stays failed and refunded, and the request fails like it", async () => {
    const user = await newUser();
    const config = { ...user.config, refundFailedGenerations: true };
    const read = () => ctx.db.generationHistory.findFirstOrThrow({ where: { userId: user.actor.id } });
    calls.intercept = async () => {
      await finishGeneration({ ...ctx, config }, (await read()).id, { status: "failed", error: "Interrupted" });
    };
    await expect(submitVideo(user, VIDEO_INPUT)).rejects.toMatchObject({ code: "internal" });
    expect(await read()).toMatchObject({ status: "failed", error: "Interrupted", taskId: null });
    expect(await creditsOf(user)).toBe(100);
  });
});

describe("a video whose task was accepted while the database could not be reached for a moment", () => {
  it("gets its task, and is not given up", async () => {
    const user = await newUser();
    let failures = 2;
    const db = new Proxy(ctx.db, {
      get(target, name, receiver) {
        if (name !== "$queryRaw" || calls.count === 0 || failures === 0) return Reflect.get(target, name, receiver);
        failures -= 1;
        return () => Promise.reject(new Error("Connection terminated"));
      },
    });
    const { id } = await submitVideo({ ...user, db }, VIDEO_INPUT);
    expect(await ctx.db.generationHistory.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: "processing",
      taskId: "task",
    });
  });
});
