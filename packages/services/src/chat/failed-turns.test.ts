import { type ChatStreamEvent, FilteredResponseError } from "@app/core/chat/chat-stream";
import { describe, expect, it } from "vitest";
import { actAs, createUser, testLimits, useTestContext, withClients } from "../../test/test-context";
import type { UserContext } from "../context";
import { verifyLedger } from "../ledger/verify-ledger";
import { runMaintenance } from "../maintenance";
import { beginTurn } from "./begin-turn";
import { closeAbandonedTurns } from "./failed-turns";
import { streamChat } from "./stream-chat";

const ctx = useTestContext();
const ELEVEN_MINUTES_MS = 11 * 60 * 1000;
const AT_ONCE = 5;

/** A user whose model streams these chunks and then fails with `failure`, if any. */
async function newUser(chunks: readonly string[], failure: Error | null, refunds: boolean): Promise<UserContext> {
  async function* stream() {
    yield* chunks;
    if (failure) throw failure;
  }
  const played = withClients(ctx, { chat: { model: "a model", stream } });
  const config = { ...ctx.config, refundFailedGenerations: refunds };
  return actAs({ ...played, config }, await createUser(ctx, 25));
}

async function chat(user: UserContext): Promise<ChatStreamEvent[]> {
  const events: ChatStreamEvent[] = [];
  const { run } = await streamChat(user, { message: "Hello", sessionId: undefined });
  await run((event) => events.push(event));
  return events;
}

const CREDIT_CHANGES = ["$queryRaw"];
const ALL_WRITES = ["$queryRaw", "$executeRaw", "$transaction", "updateMany"];

/** The same context with a database that fails these operations. */
function failingWhile<Context extends UserContext>(
  ctx: Context,
  isDown: () => boolean,
  operations = CREDIT_CHANGES,
): Context {
  const db = ctx.db.$extends({
    query: {
      async $allOperations({ operation, args, query }) {
        if (isDown() && operations.includes(operation)) throw new Error("The database cannot be reached");
        return query(args);
      },
    },
  });
  return { ...ctx, db };
}

/** The same context with a database that stores no answers. */
function failingAtAnswers<Context extends UserContext>(ctx: Context): Context {
  const db = ctx.db.$extends({
    query: {
      async $allOperations({ args, query }) {
        if (JSON.stringify(args).includes("INSERT INTO chat_message")) throw new Error("Connection terminated");
        return query(args);
      },
    },
  });
  return { ...ctx, db };
}

const begin = (user: UserContext, sessionId?: string) => beginTurn(user, { message: "Hello", sessionId });
const pass = (milliseconds: number) => ctx.setNow(new Date(ctx.now().getTime() + milliseconds));

/** The rows of the only chat of a user. */
async function read({ actor }: UserContext) {
  const { credits } = await ctx.db.user.findUniqueOrThrow({ where: { id: actor.id } });
  const session = await ctx.db.chatSession.findFirstOrThrow({ where: { userId: actor.id } });
  const messages = await ctx.db.chatMessage.findMany({ where: { sessionId: session.id }, orderBy: { id: "asc" } });
  const refunds = await ctx.db.creditLedger.findMany({ where: { userId: actor.id, reason: "refund" } });
  return {
    credits,
    sessionId: session.id,
    totalCreditsUsed: session.totalCreditsUsed,
    messages: messages.map(({ id, role, content, creditsUsed, interrupted }) => ({
      id,
      role,
      content,
      creditsUsed,
      interrupted,
    })),
    refunds: refunds.map(({ id, delta, paymentId }) => ({ id, delta, paymentId })),
  };
}

const differences = async () => (await verifyLedger(ctx.db)).differences;

describe("a failed response with REFUND_FAILED_GENERATIONS", () => {
  it.each<[string, string[], Error | null, string]>([
    ["empty", [], null, "The model gave no answer"],
    ["blank", [" ", "\n"], null, "The model gave no answer"],
    ["failed before its first word", [], new Error("reset"), "Failed to process chat"],
    ["filtered before its first word", [], new FilteredResponseError(), "The answer was stopped by the content filter"],
  ])("that is %s is refunded, and the event says so", async (_name, chunks, failure, error) => {
    const user = await newUser(chunks, failure, true);
    const events = await chat(user);
    expect(events.at(-1)).toEqual({ type: "error", error, creditsCharged: 0, remainingCredits: 25 });
    const { credits, sessionId, totalCreditsUsed, messages, refunds } = await read(user);
    expect({ credits, totalCreditsUsed }).toEqual({ credits: 25, totalCreditsUsed: 0 });
    expect(messages).toMatchObject([{ role: "user", creditsUsed: 0 }]);
    expect(refunds).toEqual([{ id: `refund:${messages[0]?.id}`, delta: 10, paymentId: sessionId }]);
    expect(await differences()).toEqual([]);
  });

  it("that the content filter has ended is refunded, and its text is stored as interrupted", async () => {
    const user = await newUser(["Half", " of"], new FilteredResponseError(), true);
    expect((await chat(user)).at(-1)).toMatchObject({ type: "error", creditsCharged: 0, remainingCredits: 25 });
    expect(await read(user)).toMatchObject({
      credits: 25,
      totalCreditsUsed: 0,
      messages: [{ role: "user" }, { role: "assistant", content: "Half of", interrupted: true }],
      refunds: [{ delta: 10 }],
    });
    expect(await differences()).toEqual([]);
  });

  it("that was cut after its first word is stored and not refunded, and the event says so", async () => {
    const user = await newUser(["Half"], new Error("reset"), true);
    expect((await chat(user)).at(-1)).toEqual({
      type: "error",
      error: "Failed to process chat",
      creditsCharged: 10,
      remainingCredits: 15,
    });
    expect(await read(user)).toMatchObject({ credits: 15, totalCreditsUsed: 10, refunds: [] });
    pass(ELEVEN_MINUTES_MS);
    await closeAbandonedTurns(user);
    expect(await read(user)).toMatchObject({ credits: 15, refunds: [] });
  });

  it("is refunded later when the database fails at that time", async () => {
    let isDown = false;
    const user = failingWhile(await newUser(["Half"], new FilteredResponseError(), true), () => isDown);
    const events: ChatStreamEvent[] = [];
    const { run } = await streamChat(user, { message: "Hello", sessionId: undefined });
    isDown = true;
    await run((event) => events.push(event));
    expect(events.at(-1)).toMatchObject({ type: "error", creditsCharged: 10, remainingCredits: 15 });
    isDown = false;
    pass(ELEVEN_MINUTES_MS);
    await closeAbandonedTurns(user);
    expect(await read(user)).toMatchObject({ credits: 25, totalCreditsUsed: 0, refunds: [{ delta: 10 }] });
  });
});

describe("a response that ends while the database cannot be reached", () => {
  it("does not reject, which would end the process", async () => {
    let isDown = false;
    const limited = await newUser(["Hi"], null, false);
    const config = { ...limited.config, limits: testLimits({ max: 100, windowSeconds: 60 }) };
    const user = failingWhile({ ...limited, config }, () => isDown, ALL_WRITES);
    const events: ChatStreamEvent[] = [];
    const { run } = await streamChat(user, { message: "Hello", sessionId: undefined });
    isDown = true;
    await expect(run((event) => events.push(event))).resolves.toBeUndefined();
    expect(events.at(-1)).toMatchObject({ type: "error" });
  });
});

describe("a whole response that ends while the database cannot be reached for a moment", () => {
  it("is stored whole, once, and the reader is told so", async () => {
    let failures = 0;
    const user = failingWhile(await newUser(["Good day"], null, false), () => failures-- > 0, ALL_WRITES);
    const events: ChatStreamEvent[] = [];
    const { run } = await streamChat(user, { message: "Hello", sessionId: undefined });
    failures = 2;
    await run((event) => events.push(event));
    expect(events.at(-1)).toEqual({ type: "done" });
    expect((await read(user)).messages).toMatchObject([
      { role: "user" },
      { role: "assistant", content: "Good day", interrupted: false },
    ]);
  });
});

describe("a failed response without it", () => {
  it.each<[string, string[], Error | null]>([
    ["empty", [], null],
    ["failed", [], new Error("reset")],
    ["filtered", ["Half"], new FilteredResponseError()],
  ])("that is %s is not refunded, and the event says so", async (_name, chunks, failure) => {
    const user = await newUser(chunks, failure, false);
    expect((await chat(user)).at(-1)).toMatchObject({ type: "error", creditsCharged: 10, remainingCredits: 15 });
    expect(await read(user)).toMatchObject({ credits: 15, totalCreditsUsed: 10, refunds: [] });
    expect((await read(user)).messages).toHaveLength(1 + chunks.length);
  });
});

describe("a turn whose process died before its response", () => {
  it("is refunded after ten minutes, once for concurrent and repeated runs", async () => {
    const user = await newUser([], null, true);
    const { sessionId, messageId } = await begin(user);
    const other = await begin(user, sessionId);
    pass(ELEVEN_MINUTES_MS - 2 * 60_000);
    await closeAbandonedTurns(user);
    expect(await read(user)).toMatchObject({ credits: 5, refunds: [] });
    pass(2 * 60_000);
    await Promise.all(Array.from({ length: AT_ONCE }, () => closeAbandonedTurns(user)));
    await runMaintenance(user);
    const { credits, totalCreditsUsed, refunds } = await read(user);
    expect({ credits, totalCreditsUsed }).toEqual({ credits: 25, totalCreditsUsed: 0 });
    expect(refunds.map(({ id }) => id).sort()).toEqual([messageId, other.messageId].map((id) => `refund:${id}`).sort());
    expect(await differences()).toEqual([]);
  });

  it.each([true, false])("keeps its part when the database fails while it is closed; refunds: %s", async (refunds) => {
    const user = await newUser([], null, refunds);
    const { messageId } = await begin(user);
    await ctx.db.chatMessage.update({ where: { id: messageId }, data: { partialAnswer: "Half" } });
    pass(ELEVEN_MINUTES_MS);
    await closeAbandonedTurns(failingAtAnswers(user));
    await closeAbandonedTurns(user);
    expect(await read(user)).toMatchObject({
      credits: refunds ? 25 : 15,
      messages: [{ role: "user" }, { role: "assistant", content: "Half", interrupted: true }],
    });
  });

  it("is closed by the maintenance job", async () => {
    const user = await newUser([], null, true);
    await begin(user);
    pass(ELEVEN_MINUTES_MS);
    await runMaintenance(user);
    expect(await read(user)).toMatchObject({ credits: 25, totalCreditsUsed: 0 });
  });

  it("is not refunded without the setting, also when the setting changes later", async () => {
    const user = await newUser([], null, false);
    await begin(user);
    pass(ELEVEN_MINUTES_MS);
    await closeAbandonedTurns(user);
    await closeAbandonedTurns({ ...user, config: { ...user.config, refundFailedGenerations: true } });
    expect(await read(user)).toMatchObject({ credits: 15, totalCreditsUsed: 10, refunds: [] });
  });
});

describe("a turn with a response", () => {
  it("is never refunded", async () => {
    const user = await newUser(["Good day"], null, true);
    expect((await chat(user)).at(-1)).toEqual({ type: "done" });
    pass(ELEVEN_MINUTES_MS);
    await closeAbandonedTurns(user);
    expect(await read(user)).toMatchObject({ credits: 15, totalCreditsUsed: 10, refunds: [] });
  });
});

describe("verifyLedger", () => {
  it("reports a refund whose message is still charged, and counters that do not match the refunds", async () => {
    const user = await newUser([], null, true);
    await chat(user);
    const { sessionId, messages } = await read(user);
    await ctx.db.chatMessage.updateMany({ where: { sessionId }, data: { creditsUsed: 10 } });
    await ctx.db.chatSession.update({ where: { id: sessionId }, data: { totalCreditsUsed: 10 } });
    expect(await differences()).toEqual([
      { check: "chat refund has its message", id: `refund:${messages[0]?.id}`, expected: "0", found: "10" },
      { check: "refunded chat counts its credits", id: sessionId, expected: "0", found: "10" },
    ]);
  });
});
