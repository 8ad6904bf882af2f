import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { createDb } from "@app/db/client/db";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { gate } from "../../test/idempotency";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import type { UserContext } from "../context";
import { closeAbandonedTurns } from "./failed-turns";
import { followAnswer } from "./follow-answer";
import { joinAnswer, shareAnswer, WRITE_INTERVAL_MS } from "./running-answers";
import { streamChat } from "./stream-chat";

const ctx = useTestContext();
const HALF_A_MINUTE_MS = 31_000;
const ELEVEN_MINUTES_MS = 11 * 60 * 1000;
const never = new AbortController().signal;
const clients: { $disconnect(): Promise<void> }[] = [];
afterAll(() => Promise.all(clients.map((db) => db.$disconnect())));

/** A user whose answer has begun and goes on once `rest` opens. */
async function startedAnswer(fail = false) {
  const rest = gate();
  const begun = gate();
  async function* stream() {
    yield "Half ";
    begun.open();
    await rest.opened;
    if (fail) throw new Error("Broken off");
    yield "and half";
  }
  const user = await actAs(withClients(ctx, { chat: { model: "a model", stream } }), await createUser(ctx, 25));
  const { run } = await streamChat(user, { message: "Hello", sessionId: undefined });
  const own: ChatStreamEvent[] = [];
  const ended = run((event) => own.push(event));
  await begun.opened;
  const { id: sessionId } = await ctx.db.chatSession.findFirstOrThrow({ where: { userId: user.actor.id } });
  const question = await ctx.db.chatMessage.findFirstOrThrow({ where: { sessionId } });
  return { user, sessionId, question, rest, ended, own };
}

/** The same user in another web process, which has another client of the same database. */
function inAnotherProcess(user: UserContext): UserContext {
  const db = createDb(ctx.databaseUrl, { poolMax: 2 });
  clients.push(db);
  return { ...user, db };
}

async function follow(user: UserContext, sessionId: string, signal = never) {
  const events: ChatStreamEvent[] = [];
  const reading = await followAnswer(user, { sessionId });
  const ended = reading?.run((event) => events.push(event), signal) ?? Promise.resolve();
  return { reading, events, ended };
}

const textOf = (events: readonly ChatStreamEvent[]) =>
  events.map((event) => (event.type === "content" ? event.content : "")).join("");
const creditsOf = async ({ actor }: UserContext) =>
  (await ctx.db.user.findUniqueOrThrow({ where: { id: actor.id } })).credits;

describe("a running answer", () => {
  it("is read whole by other tabs of this process, and charged once", async () => {
    const { user, sessionId, rest, ended } = await startedAnswer();
    const tabs = await Promise.all([follow(user, sessionId), follow(user, sessionId)]);
    rest.open();
    await Promise.all([ended, ...tabs.map((tab) => tab.ended)]);
    for (const { events } of tabs) {
      expect(events[0]).toEqual({ type: "metadata", sessionId, remainingCredits: 15 });
      expect(textOf(events)).toBe("Half and half");
      expect(events.at(-1)).toEqual({ type: "done" });
    }
    expect(await creditsOf(user)).toBe(15);
    expect(await followAnswer(user, { sessionId })).toBeNull();
  });

  it("is read in another process, what is written so far and then the rest", async () => {
    const { user, sessionId, question, rest, ended } = await startedAnswer();
    const data = { partialAnswer: "Half ", answerAliveAt: ctx.now() };
    await ctx.db.chatMessage.update({ where: { id: question.id }, data });
    const other = await follow(inAnotherProcess(user), sessionId);
    await expect.poll(() => textOf(other.events)).toBe("Half ");
    rest.open();
    await Promise.all([ended, other.ended]);
    expect(textOf(other.events)).toBe("Half and half");
    expect(other.events.at(-1)).toEqual({ type: "done" });
    expect(await ctx.db.chatMessage.findUnique({ where: { id: question.id } })).toMatchObject({
      answerPending: false,
      partialAnswer: null,
    });
  });

  it("is read in another process whose clock is 40 seconds ahead, and is not lost", async () => {
    const startedAt = performance.now();
    const start = ctx.now().getTime();
    const clock = setInterval(() => ctx.setNow(new Date(start + performance.now() - startedAt)), 100);
    onTestFinished(() => clearInterval(clock));
    const { user, sessionId, rest, ended } = await startedAnswer();
    const now = () => new Date(ctx.now().getTime() + 40_000);
    const other = await follow({ ...inAnotherProcess(user), now }, sessionId);
    // Its process has written it three times, and the reader has looked more often than it does without a change.
    await expect
      .poll(() => ctx.now().getTime() - start, { timeout: 15_000, interval: 200 })
      .toBeGreaterThan(3 * WRITE_INTERVAL_MS);
    expect(other.events.at(-1)).toEqual({ type: "content", content: "Half " });
    rest.open();
    await Promise.all([ended, other.ended]);
    expect(other.events.at(-1)).toEqual({ type: "done" });
  });

  it("that breaks off ends with an error and the charge, in every process", async () => {
    const { user, sessionId, rest, ended } = await startedAnswer(true);
    const [here, there] = [await follow(user, sessionId), await follow(inAnotherProcess(user), sessionId)];
    rest.open();
    await Promise.all([ended, here.ended, there.ended]);
    const failure = { type: "error", error: "Failed to process chat", creditsCharged: 10, remainingCredits: 15 };
    expect(here.events.at(-1)).toEqual(failure);
    expect(there.events.at(-1)).toEqual(failure);
    expect(textOf(there.events)).toBe("Half ");
  });

  it("is left by a reader who goes away, and goes on", async () => {
    const { user, sessionId, rest, ended } = await startedAnswer();
    const leaving = new AbortController();
    const [here, there] = [
      await follow(user, sessionId, leaving.signal),
      await follow(inAnotherProcess(user), sessionId, leaving.signal),
    ];
    leaving.abort();
    await Promise.all([here.ended, there.ended]);
    expect(here.events.at(-1)).toEqual({ type: "content", content: "Half " });
    rest.open();
    await ended;
    expect(await ctx.db.chatMessage.count({ where: { sessionId, content: "Half and half" } })).toBe(1);
  });

  it("has at most 20 readers of a user", async () => {
    const { user, sessionId, rest, ended } = await startedAnswer();
    const readers = await Promise.all(Array.from({ length: 20 }, () => follow(user, sessionId)));
    await expect(followAnswer(user, { sessionId })).rejects.toMatchObject({ code: "rate_limited" });
    rest.open();
    await Promise.all([ended, ...readers.map((reader) => reader.ended)]);
  });

  it("of an earlier message is not taken for that of the newest one, which has ended", async () => {
    const { user, sessionId, rest, ended } = await startedAnswer();
    ctx.setNow(new Date(ctx.now().getTime() + 1));
    // Its reader has stopped the first one.
    async function* stream() {
      yield "The next";
    }
    const { run } = await streamChat(withClients(user, { chat: { model: "a model", stream } }), {
      message: "Next",
      sessionId,
    });
    await run(() => undefined);
    const { reading } = await follow(user, sessionId);
    rest.open();
    await ended;
    expect(reading).toBeNull();
  });

  it("is not found by others", async () => {
    const { sessionId, rest, ended } = await startedAnswer();
    const stranger = await actAs(ctx, await createUser(ctx));
    await expect(followAnswer(stranger, { sessionId })).rejects.toMatchObject({ code: "not_found" });
    rest.open();
    await ended;
  });
});

describe("an answer whose process died", () => {
  it("ends as lost for its readers, and keeps what was written when it is closed", async () => {
    const user = await actAs(
      withClients(ctx, { chat: { model: "m", stream: () => Promise.reject() } as never }),
      await createUser(ctx, 25),
    );
    // Charged, and never run.
    await streamChat(user, { message: "Hello", sessionId: undefined });
    const question = await ctx.db.chatMessage.findFirstOrThrow({ where: { session: { userId: user.actor.id } } });
    await ctx.db.chatMessage.update({
      where: { id: question.id },
      data: { partialAnswer: "Half", answerAliveAt: ctx.now() },
    });
    ctx.setNow(new Date(ctx.now().getTime() + HALF_A_MINUTE_MS));
    const { events, ended } = await follow(user, question.sessionId);
    await ended;
    expect(events.slice(1)).toEqual([
      { type: "content", content: "Half" },
      { type: "error", error: "The answer was lost" },
    ]);
    ctx.setNow(new Date(ctx.now().getTime() + ELEVEN_MINUTES_MS));
    await Promise.all([closeAbandonedTurns(user), closeAbandonedTurns(user)]);
    const answers = await ctx.db.chatMessage.findMany({ where: { answerTo: question.id } });
    expect(answers).toMatchObject([{ content: "Half", interrupted: true, role: "assistant" }]);
    expect(await creditsOf(user)).toBe(15);
  });
});

describe("the part of a running answer", () => {
  it("is written while it runs, also before its first word, and never after its end", async () => {
    const user = await actAs(ctx, await createUser(ctx, 25));
    const { id: sessionId } = await ctx.db.chatSession.create({
      data: { userId: user.actor.id, title: "", model: "m", lastMessageAt: ctx.now() },
    });
    const { id } = await ctx.db.chatMessage.create({
      data: { sessionId, role: "user", content: "Hello", creditsUsed: 10, answerPending: true },
    });
    const read = () => ctx.db.chatMessage.findUniqueOrThrow({ where: { id } });
    const [more, end] = [gate(), gate()];
    const shared = shareAnswer(
      user,
      id,
      () => undefined,
      async (emit) => {
        await more.opened;
        emit({ type: "content", content: "So\0 far" });
        await end.opened;
        await ctx.db.chatMessage.update({ where: { id }, data: { answerPending: false, partialAnswer: null } });
      },
      10,
    );
    onTestFinished(() => end.open());
    await expect.poll(async () => (await read()).answerAliveAt).not.toBeNull();
    more.open();
    await expect.poll(async () => (await read()).partialAnswer).toBe("So\uFFFD far");
    end.open();
    await shared;
    expect(joinAnswer(user, id, () => undefined)).toBeNull();
    expect((await read()).partialAnswer).toBeNull();
  });
});
