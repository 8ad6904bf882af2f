import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { createDb } from "@app/db/client/db";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { gate, holdCharge, readKeyRow, rejection } from "../../test/idempotency";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import type { UserContext } from "../context";
import { claimKey } from "../platform/idempotency-keys";
import { streamChat, streamChatOnce } from "./stream-chat";

const ctx = useTestContext();
const KEY = "a key";
const INPUT = { message: "Hello", sessionId: undefined };
const HALF_A_MINUTE_MS = 30_000;
const STORED_WITHIN_MS = 5_000;
const REPETITIONS = 5;
const STATEMENTS_OF_LOOKS = 10;
const KEPT_MAX_CHARS = 256 * 1024;

let modelCalls = 0;
let breaksOff = false;
beforeEach(() => {
  modelCalls = 0;
  breaksOff = false;
});

async function newUser(credits = 25): Promise<UserContext> {
  async function* stream() {
    modelCalls += 1;
    yield "Good ";
    if (breaksOff) throw new Error("Broken off");
    yield "day";
  }
  return actAs(withClients(ctx, { chat: { model: "a model", stream } }), await createUser(ctx, credits), KEY);
}

async function chat(user: UserContext): Promise<ChatStreamEvent[]> {
  const events: ChatStreamEvent[] = [];
  const { run } = await streamChatOnce(user, { ...INPUT });
  await run((event) => events.push(event));
  return events;
}

const textOf = (events: readonly ChatStreamEvent[]) =>
  events.map((event) => (event.type === "content" ? event.content : "")).join("");
const again = (user: UserContext) => actAs(user, user.actor.id, KEY);
const read = async ({ actor }: UserContext) => ({
  credits: (await ctx.db.user.findUniqueOrThrow({ where: { id: actor.id } })).credits,
  messages: await ctx.db.chatMessage.count({ where: { session: { userId: actor.id } } }),
});

describe("a chat under an Idempotency-Key", () => {
  it("sends the events of the first response again, and charges nothing", async () => {
    const user = await newUser();
    const first = await chat(user);
    expect(first.map(({ type }) => type)).toEqual(["metadata", "content", "content", "done"]);
    expect(await chat(await again(user))).toEqual(first);
    expect(modelCalls).toBe(1);
    expect(await read(user)).toEqual({ credits: 15, messages: 2 });
  });

  it("stores a bounded response for any number of chunks", async () => {
    const chunks = Array.from({ length: 20_000 }, (_, index) => String(index % 10));
    async function* stream() {
      yield* chunks;
    }
    const user = withClients(await newUser(), { chat: { model: "a model", stream } });
    const first = await chat(user);
    expect(first).toHaveLength(chunks.length + 2);
    expect((await readKeyRow(user, KEY))?.responseBody?.length).toBeLessThan(KEPT_MAX_CHARS);
    const repeated = await chat(withClients(await again(user), { chat: { model: "a model", stream } }));
    expect(textOf(repeated)).toBe(textOf(first));
    expect([repeated[0], repeated.at(-1)]).toEqual([first[0], first.at(-1)]);
  });

  it("is charged and sent to the model once for concurrent requests, which all get the one response", async () => {
    const user = await newUser();
    const streams = await Promise.all(Array.from({ length: REPETITIONS }, () => chat(user)));
    for (const events of streams) expect(events).toEqual(streams[0]);
    expect(modelCalls).toBe(1);
    expect(await read(user)).toEqual({ credits: 15, messages: 2 });
  });

  it("is not lost for a process whose clock is 40 seconds ahead, while it runs in another", async () => {
    const rest = gate();
    async function* stream() {
      yield "Good ";
      await rest.opened;
      yield "day";
    }
    const user = withClients(await newUser(), { chat: { model: "a model", stream } });
    const { run } = await streamChatOnce(user, { ...INPUT });
    const ended = run(() => undefined);
    let statements = 0;
    const db = createDb(ctx.databaseUrl, {
      onStatement: () => {
        statements += 1;
      },
    });
    onTestFinished(() => db.$disconnect());
    const repeated = chat({ ...(await again(user)), db, now: () => new Date(ctx.now().getTime() + 40_000) });
    // It has looked at the answer several times.
    await Promise.race([repeated, expect.poll(() => statements).toBeGreaterThan(STATEMENTS_OF_LOOKS)]);
    rest.open();
    await ended;
    const events = await repeated;
    expect([textOf(events), events.at(-1)]).toEqual(["Good day", { type: "done" }]);
  });

  it("repeats an interrupted response", async () => {
    const user = await newUser();
    breaksOff = true;
    const first = await chat(user);
    expect(first.map(({ type }) => type)).toEqual(["metadata", "content", "error"]);
    breaksOff = false;
    expect(await chat(await again(user))).toEqual(first);
    expect(await read(user)).toEqual({ credits: 15, messages: 2 });
  });

  it("repeats the reason of a failure, also while the first response is being stored", async () => {
    async function* stream() {}
    const user = withClients(await newUser(), { chat: { model: "a model", stream } });
    const [ending, stored] = [gate(), gate()];
    const db = ctx.db.$extends({
      query: {
        idempotencyKey: {
          async updateMany({ args, query }) {
            ending.open();
            await stored.opened;
            return query(args);
          },
        },
      },
    });
    const first = chat(Object.assign({ ...user }, { db }));
    await ending.opened;
    let statements = 0;
    const others = createDb(ctx.databaseUrl, {
      onStatement: () => {
        statements += 1;
      },
    });
    onTestFinished(() => others.$disconnect());
    const repeated = chat({ ...(await again(user)), db: others });
    await Promise.race([repeated, expect.poll(() => statements).toBeGreaterThan(STATEMENTS_OF_LOOKS)]);
    stored.open();
    expect((await first).at(-1)).toMatchObject({ error: "The model gave no answer" });
    expect(await repeated).toEqual(await first);
  });

  it("releases the key when the credits do not suffice", async () => {
    const user = await newUser(9);
    await expect(chat(user)).rejects.toMatchObject({ code: "insufficient_credits" });
    expect(await readKeyRow(user, KEY)).toBeNull();
  });

  it("leaves the key to the request that took it over and was charged", async () => {
    const user = await newUser(10);
    const charge = holdCharge(user);
    const refused = rejection(chat(charge.held));
    await charge.reached;
    ctx.setNow(new Date(ctx.now().getTime() + HALF_A_MINUTE_MS));
    const { run } = await streamChatOnce(user, { ...INPUT });
    charge.letGo();
    expect(await refused).toMatchObject({ code: "insufficient_credits" });
    expect(await readKeyRow(user, KEY)).toMatchObject({ reference: expect.any(String) });
    await run(() => undefined);
    expect((await chat(await again(user))).at(-1)).toEqual({ type: "done" });
    expect(await read(user)).toEqual({ credits: 0, messages: 2 });
  });

  describe("whose process died", () => {
    async function died(user: UserContext, { runs }: { runs: boolean }) {
      await claimKey(user, { key: KEY, operation: "chat", input: { ...INPUT } });
      const { run } = await streamChat({ ...user, claimedKey: KEY }, { ...INPUT });
      if (runs) await run(() => undefined);
      // Until then the first request may still respond itself.
      if (runs) ctx.setNow(new Date(ctx.now().getTime() + STORED_WITHIN_MS));
    }

    it("sends the stored answer, with the balance after its charge", async () => {
      const user = await newUser();
      await died(user, { runs: true });
      await ctx.db.user.update({ where: { id: user.actor.id }, data: { credits: 3 } });
      expect(await chat(await again(user))).toEqual([
        { type: "metadata", sessionId: expect.any(String), remainingCredits: 15 },
        { type: "content", content: "Good day" },
        { type: "done" },
      ]);
      expect(modelCalls).toBe(1);
    });

    it("sends the part that was stored, and the charge", async () => {
      const user = await newUser();
      breaksOff = true;
      await died(user, { runs: true });
      expect((await chat(await again(user))).slice(1)).toEqual([
        { type: "content", content: "Good " },
        { type: "error", error: "Failed to process chat", creditsCharged: 10, remainingCredits: 15 },
      ]);
    });

    it("fails after half a minute of silence, and charges nothing", async () => {
      const user = await newUser();
      await died(user, { runs: false });
      ctx.setNow(new Date(ctx.now().getTime() + HALF_A_MINUTE_MS + 1));
      expect(await chat(await again(user))).toEqual([
        { type: "metadata", sessionId: expect.any(String), remainingCredits: 15 },
        { type: "error", error: "The answer was lost" },
      ]);
      expect(modelCalls).toBe(0);
      expect(await read(user)).toEqual({ credits: 15, messages: 1 });
    });
  });
});
