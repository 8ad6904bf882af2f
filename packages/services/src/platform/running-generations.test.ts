import { describe, expect, it } from "vitest";
import { actAs, createUser, testLimits, useTestContext, withClients } from "../../test/test-context";
import { streamChat } from "../chat/stream-chat";
import type { UserContext } from "../context";
import { beginGeneration } from "../history/begin-generation";
import { finishGeneration } from "../history/finish-generation";
import { purgeLimits } from "./rate-limits";

const ctx = useTestContext();
const MAX = 3;
const AT_ONCE = 30;
const COST = 20;
const RUNNING_MAX_MS = 15 * 60 * 1000;
const GENERATION = {
  type: "image",
  prompt: "a boat",
  imageUrl: null,
  costCredits: COST,
  status: "processing",
  metadata: {},
} as const;
const REFUSAL = { code: "rate_limited", message: "Too many generations at once", status: 429 };

async function newUser(credits: number): Promise<UserContext> {
  const limits = testLimits({ max: 1_000, windowSeconds: 60 }, MAX);
  return actAs({ ...ctx, config: { ...ctx.config, limits } }, await createUser(ctx, credits));
}

const begin = (user: UserContext) => beginGeneration(user, GENERATION);
const balance = async (user: UserContext) =>
  (await ctx.db.user.findUniqueOrThrow({ where: { id: user.actor.id } })).credits;

describe("running generations of one user", () => {
  it("are limited for concurrent starts, and refused ones are neither charged nor written", async () => {
    const user = await newUser(AT_ONCE * COST);
    const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => begin(user)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX);
    for (const result of results) if (result.status === "rejected") expect(result.reason).toMatchObject(REFUSAL);
    expect(await balance(user)).toBe((AT_ONCE - MAX) * COST);
    expect(await ctx.db.generationHistory.count({ where: { userId: user.actor.id } })).toBe(MAX);
  });

  it("free their slot when they complete or fail", async () => {
    const user = await newUser(AT_ONCE * COST);
    const started = await Promise.all(Array.from({ length: MAX }, () => begin(user)));
    await expect(begin(user)).rejects.toMatchObject(REFUSAL);
    await finishGeneration(user, started[0]?.id ?? "", { status: "failed", error: "no" });
    await begin(user);
    await expect(begin(user)).rejects.toMatchObject(REFUSAL);
    await finishGeneration(user, started[1]?.id ?? "", { status: "completed", resultUrl: "https://files.example/1" });
    await begin(user);
  });

  it("do not include a generation that could not be paid", async () => {
    const user = await newUser(COST);
    const results = await Promise.allSettled(Array.from({ length: MAX }, () => begin(user)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const row = await ctx.db.runningGenerations.findUniqueOrThrow({ where: { userId: user.actor.id } });
    expect(Object.keys(row.holders as object)).toHaveLength(1);
  });

  it("include chats until their response is stored", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const chat = {
      model: "model",
      stream: async function* () {
        await released;
        yield "an answer";
      },
    };
    const user = withClients(await newUser(AT_ONCE * COST), { chat });
    const streams = await Promise.all(
      Array.from({ length: MAX }, () => streamChat(user, { message: "hello", sessionId: undefined })),
    );
    const runs = streams.map(({ run }) => run(() => undefined));
    await expect(streamChat(user, { message: "one more", sessionId: undefined })).rejects.toMatchObject(REFUSAL);
    release();
    await Promise.all(runs);
    await (await streamChat(user, { message: "again", sessionId: undefined })).run(() => undefined);
  });

  it("expire after a crash", async () => {
    const user = await newUser(AT_ONCE * COST);
    await Promise.all(Array.from({ length: MAX }, () => begin(user)));
    ctx.setNow(new Date(ctx.now().getTime() + RUNNING_MAX_MS));
    await begin({ ...user, now: ctx.now });
    const row = await ctx.db.runningGenerations.findUniqueOrThrow({ where: { userId: user.actor.id } });
    expect(Object.keys(row.holders as object)).toHaveLength(1);
    ctx.setNow(new Date(ctx.now().getTime() + RUNNING_MAX_MS));
    await purgeLimits(ctx);
    expect(await ctx.db.runningGenerations.count()).toBe(0);
  });
});
