// The database commits, and its response is lost; or it is away for a moment. What was paid for is then neither paid twice nor given up.
import { randomUUID } from "node:crypto";
import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { describe, expect, it } from "vitest";
import { beginTurn } from "../../src/chat/begin-turn";
import { endTurn } from "../../src/chat/end-turn";
import { streamChat } from "../../src/chat/stream-chat";
import type { UserContext } from "../../src/context";
import { spendCredits } from "../../src/credits/spend-credits";
import type { Spend } from "../../src/credits/write-spends";
import { beginGeneration } from "../../src/history/begin-generation";
import { generateImage } from "../../src/image/generate-image";
import { verifyLedger } from "../../src/ledger/verify-ledger";
import { claimKey } from "../../src/platform/idempotency-keys";
import { startLimited } from "../../src/platform/running-generations";
import { submitVideo } from "../../src/video/submit-video";
import { IMAGE_INPUT, useCountedClients, VIDEO_INPUT } from "../idempotency";
import { actAs, createUser, testLimits, useTestContext, withClients } from "../test-context";

const ctx = useTestContext();

/** What happens to the next calls. A lost one is committed. */
type Fate = "done" | "lost" | "down";

/** The same context, where calls of this method have these fates in turn; later ones are done. */
function withFates<Context extends { db: object }>(
  base: Context,
  method: "$queryRaw" | "$transaction",
  fates: Fate[],
): Context {
  const db = new Proxy(base.db, {
    get(target, name, receiver) {
      const member = Reflect.get(target, name, receiver);
      if (name !== method) return member;
      return async (...args: unknown[]) => {
        const fate = fates.shift() ?? "done";
        if (fate === "down") throw new Error("Can't reach database server");
        const result = await Reflect.apply(member, target, args);
        if (fate === "lost") throw new Error("Connection terminated unexpectedly");
        return result;
      };
    },
  });
  return { ...base, db };
}

const newUser = async (credits: number) => actAs(ctx, await createUser(ctx, credits));
const chargesOf = ({ actor }: UserContext) =>
  ctx.db.creditLedger.count({ where: { userId: actor.id, delta: { lt: 0 } } });
const spendOf = ({ actor }: UserContext, more: Partial<Spend> = {}): Spend => ({
  ...{ entryId: randomUUID(), userId: actor.id, costCredits: 10, reason: "chat_usage", reference: randomUUID() },
  ...{ now: ctx.now(), claimedKey: undefined, ...more },
});

describe("spends that share a statement, whose response is lost", () => {
  it.each([30, 10])("are made, of users with %i credits for a price of 10", async (credits) => {
    const users = [await newUser(credits), await newUser(credits)];
    const { db } = withFates(ctx, "$queryRaw", ["lost"]);
    const results = await Promise.all(users.map((user) => spendCredits({ db }, spendOf(user))));
    expect(results).toMatchObject(users.map(() => ({ spent: true, remainingCredits: credits - 10 })));
    expect(await Promise.all(users.map(chargesOf))).toEqual([1, 1]);
  });

  it("are made under an Idempotency-Key", async () => {
    const users = [await newUser(100), await newUser(100)];
    for (const user of users) await claimKey(user, { key: "k", operation: "image", input: {} });
    const { db } = withFates(ctx, "$queryRaw", ["lost"]);
    const results = await Promise.all(users.map((user) => spendCredits({ db }, spendOf(user, { claimedKey: "k" }))));
    expect(results).toMatchObject(users.map(() => ({ spent: true, remainingCredits: 90 })));
  });

  it("are made with an API key whose limit they reach", async () => {
    const users = [await newUser(100), await newUser(100)];
    const { db } = withFates(ctx, "$queryRaw", ["lost"]);
    const spends = users.map(async (user) => {
      const key = { name: "a key", scopes: ["image"], creditLimit: 10, keyHash: randomUUID(), prefix: "gm_x" };
      const { id } = await ctx.db.apiKey.create({ data: { ...key, userId: user.actor.id, createdAt: ctx.now() } });
      return spendOf(user, { apiKeyId: id });
    });
    const results = await Promise.all((await Promise.all(spends)).map((spend) => spendCredits({ db }, spend)));
    expect(results).toMatchObject(users.map(() => ({ spent: true, remainingCredits: 90 })));
  });

  it("begin images that cost all of their users' credits", async () => {
    const users = [await newUser(20), await newUser(20)];
    const { db } = withFates(ctx, "$queryRaw", ["lost"]);
    const image = {
      type: "image",
      prompt: "p",
      imageUrl: null,
      costCredits: 20,
      status: "processing",
      metadata: {},
    } as const;
    const begun = await Promise.all(users.map((user) => beginGeneration({ ...user, db }, image)));
    expect(begun.map(({ remainingCredits }) => remainingCredits)).toEqual([0, 0]);
  });
});

describe("a lone spend", () => {
  it("is made where its response is lost and the database then away for a moment", async () => {
    const user = await newUser(30);
    const { db } = withFates(withFates(ctx, "$transaction", ["down"]), "$queryRaw", ["lost"]);
    expect(await spendCredits({ db }, spendOf(user))).toMatchObject({ spent: true, remainingCredits: 20 });
  });

  it("is refused where nothing of it was written", async () => {
    const user = await newUser(5);
    const { db } = withFates(ctx, "$queryRaw", ["down"]);
    await expect(spendCredits({ db }, spendOf(user))).rejects.toThrow("Can't reach");
    expect(await chargesOf(user)).toBe(0);
  });
});

describe("a message that replaces another", () => {
  it("is made where the response to its commit is lost", async () => {
    const user = await newUser(100);
    const turn = await beginTurn(user, { message: "hi", sessionId: undefined });
    await endTurn(user, turn, { content: "hello", interrupted: false });
    const { db } = withFates(ctx, "$transaction", ["lost"]);
    const replaced = { message: "hi!", sessionId: turn.sessionId, replaces: turn.messageId };
    const { turns, remainingCredits } = await beginTurn({ ...user, db }, replaced);
    expect(remainingCredits).toBe(80);
    expect(turns.map(({ content }) => content)).toEqual(["hi!"]);
  });

  it("is not found rather than refused for the balance, where there is no such message", async () => {
    const user = await newUser(10);
    const { sessionId } = await beginTurn(user, { message: "hi", sessionId: undefined });
    const poor = await actAs(ctx, user.actor.id);
    const unknown = { message: "hi!", sessionId, replaces: "unknown" };
    await expect(beginTurn(poor, unknown)).rejects.toMatchObject({ code: "not_found" });
  });
});

/** A chat whose database behaves like this from the first words of the response on. */
async function chat(method: "$queryRaw" | "$transaction", fates: Fate[], failure?: Error) {
  const coming: Fate[] = [];
  const stream = async function* () {
    if (!failure) yield "Hello";
    coming.push(...fates);
    if (failure) throw failure;
  };
  const played = withClients(await newUser(100), { chat: { model: "text-model", stream } });
  const user = withFates({ ...played, config: { ...ctx.config, refundFailedGenerations: true } }, method, coming);
  const events: ChatStreamEvent[] = [];
  const { run } = await streamChat(user, { message: "hi", sessionId: undefined });
  await run((event) => events.push(event));
  const session = await ctx.db.chatSession.findFirstOrThrow({
    where: { userId: user.actor.id },
    include: { messages: { where: { role: "assistant" } } },
  });
  return { last: events.at(-1), answers: session.messages.map(({ content }) => content), session };
}

describe("a chat whose end is written", () => {
  it("has one answer, also when the responses to that are lost", async () => {
    const { answers, session } = await chat("$queryRaw", ["lost", "down", "down"]);
    expect([answers, session.totalMessages]).toEqual([["Hello"], 2]);
  });

  it.each<Fate>(["lost", "down"])("says that it was refunded, when the first attempt of that is %s", async (fate) => {
    const { last } = await chat("$transaction", [fate], new Error("The model failed"));
    expect(last).toMatchObject({ type: "error", creditsCharged: 0, remainingCredits: 100 });
  });
});

describe("a generation that was made", () => {
  const { calls, newUser: newBuyer } = useCountedClients(ctx);
  const rowOf = ({ actor }: UserContext) => ctx.db.generationHistory.findFirstOrThrow({ where: { userId: actor.id } });

  /** A user whose database behaves like this once the backend has responded. */
  async function userWithFates(method: "$queryRaw" | "$transaction", fates: readonly Fate[]): Promise<UserContext> {
    const coming: Fate[] = [];
    calls.intercept = async () => void coming.push(...fates);
    return withFates(await newBuyer(), method, coming);
  }

  it.each<[Fate, string]>([
    ["down", "processing"],
    ["lost", "completed"],
  ])("is an image that is not ended as failed when its end is %s and the database then away", async (fate, status) => {
    const user = await userWithFates("$transaction", [fate, "down", "down"]);
    await expect(generateImage(user, IMAGE_INPUT)).rejects.toThrow("Can't reach");
    expect(await rowOf(user)).toMatchObject({ status });
  });

  it("is a video that keeps its task when the response to storing that is lost", async () => {
    const user = await userWithFates("$queryRaw", ["lost", "down", "down"]);
    expect(await submitVideo(user, VIDEO_INPUT)).toMatchObject({ taskId: "task", remainingCredits: 50 });
    expect(await rowOf(user)).toMatchObject({ status: "processing", taskId: "task" });
  });
});

describe("a slot for a running generation", () => {
  const limits = testLimits({ max: 1_000, windowSeconds: 60 }, 1);

  it("is occupied once when the response to that is lost", async () => {
    const users = [await newUser(100), await newUser(100)];
    const { db } = withFates(ctx, "$queryRaw", ["lost"]);
    const started = users.map((user, index) =>
      startLimited({ ...user, db, config: { ...ctx.config, limits } }, `slot-${index}`, async () => "started"),
    );
    expect(await Promise.all(started)).toEqual(["started", "started"]);
  });

  it("is free again when a lone start fails because that response is lost", async () => {
    const user = { ...(await newUser(100)), config: { ...ctx.config, limits } };
    const { db } = withFates(ctx, "$queryRaw", ["lost"]);
    await expect(startLimited({ ...user, db }, "first", async () => "started")).rejects.toThrow("terminated");
    expect(await startLimited(user, "second", async () => "started")).toBe("started");
  });
});

it("leaves a ledger that adds up", async () => {
  expect((await verifyLedger(ctx.db)).differences).toEqual([]);
});
