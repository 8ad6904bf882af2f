import { createDb } from "@app/db/client/db";
import { describe, expect, it } from "vitest";
import { lockWaits } from "../../test/database-state";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import type { UserContext } from "../context";
import { createId } from "../platform/create-id";
import { beginTurn, type StartedTurn } from "./begin-turn";
import { getChatSession } from "./chat-sessions";
import { endTurn, writeTurnEnds } from "./end-turn";

const ctx = useTestContext();
const TURNS = 20;
const ROUNDS = 10;
const USERS = 4;

async function newUser(): Promise<UserContext> {
  async function* stream() {
    yield "answer";
  }
  return actAs(withClients(ctx, { chat: { model: "a model", stream } }), await createUser(ctx, 100_000));
}
const begin = (user: UserContext, sessionId?: string) =>
  beginTurn(user, { message: "Hello", sessionId, replaces: undefined });
const countOf = async (id: string) => (await ctx.db.chatSession.findUniqueOrThrow({ where: { id } })).totalMessages;

describe("a turn that ends after the next one, because its reader has stopped it", () => {
  const START = Date.parse("2026-03-10T12:00:00.000Z");
  const at = (seconds: number) => ctx.setNow(new Date(START + seconds * 1000));
  const ask = (user: UserContext, sessionId: string | undefined, message: string) =>
    beginTurn(user, { message, sessionId, replaces: undefined });
  const answer = (user: UserContext, turn: StartedTurn, content: string) =>
    endTurn(user, turn, { content, interrupted: false });

  it("has its response below its own message, on the page and for the model", async () => {
    const user = await newUser();
    at(0);
    const first = await ask(user, undefined, "first");
    at(2);
    const second = await ask(user, first.sessionId, "second");
    at(4);
    await answer(user, second, "answer to second");
    at(9);
    await answer(user, first, "answer to first");
    const { messages, lastMessageAt } = await getChatSession(user, { sessionId: first.sessionId });
    const expected = ["first", "answer to first", "second", "answer to second"];
    expect(messages.map(({ content }) => content)).toEqual(expected);
    expect(lastMessageAt).toEqual(new Date(START + 4_000));
    at(10);
    const { turns } = await ask(user, first.sessionId, "third");
    expect(turns.map(({ content }) => content)).toEqual([...expected, "third"]);
  });

  /** The first turn is answered last. */
  async function expectOrder(user: UserContext, { first, second }: Record<"first" | "second", StartedTurn>) {
    await answer(user, second, "answer to second");
    await answer(user, first, "answer to first");
    const { messages, lastMessageAt } = await getChatSession(user, { sessionId: first.sessionId });
    expect(messages.slice(-4).map(({ content }) => content)).toEqual([
      "first",
      "answer to first",
      "second",
      "answer to second",
    ]);
    expect(messages.filter(({ createdAt }) => createdAt > lastMessageAt)).toEqual([]);
  }

  it("has it there when the clock of its process is behind that of the chat's last message", async () => {
    const user = await newUser();
    at(60);
    const before = await ask(user, undefined, "before");
    await answer(user, before, "answer before");
    at(20);
    const first = await ask(user, before.sessionId, "first");
    at(22);
    const second = await ask(user, before.sessionId, "second");
    at(24);
    await expectOrder(user, { first, second });
  });

  it("has it there when both were sent at the same moment", async () => {
    const user = await newUser();
    at(0);
    const { sessionId } = await ask(user, undefined, "before");
    at(1);
    const [first, second] = await Promise.all([ask(user, sessionId, "first"), ask(user, sessionId, "second")]);
    await expectOrder(user, { first, second });
  });

  it("has it there when it ends while the next one is being charged", async () => {
    const user = await newUser();
    at(0);
    const first = await ask(user, undefined, "first");
    const waiting = (count: number) => expect.poll(() => lockWaits(ctx)).toBe(count);
    const { next, ended } = await ctx.db.$transaction(async (tx) => {
      // Both statements begin before either of them has the user, so that neither sees what the other writes.
      await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${user.actor.id} FOR NO KEY UPDATE`;
      at(2);
      const next = ask(user, first.sessionId, "second");
      await waiting(1);
      at(3);
      const ended = answer(user, first, "answer to first");
      await waiting(2);
      return { next, ended };
    });
    await Promise.all([next, ended]);
    const { messages } = await getChatSession(user, { sessionId: first.sessionId });
    expect(messages.map(({ content }) => content)).toEqual(["first", "answer to first", "second"]);
  });
});

describe("turns of processes whose clocks differ", () => {
  it("are ordered as they were sent", async () => {
    const user = await newUser();
    const said: string[] = [];
    let sessionId: string | undefined;
    // The proxy sends the second one to a process whose clock is 40 seconds behind, and the third one to the first process again.
    for (const seconds of [40, 5, 50]) {
      ctx.setNow(new Date(Date.parse("2026-03-10T12:00:00.000Z") + seconds * 1000));
      const message = `message ${said.length}`;
      const turn = await beginTurn(user, { message, sessionId, replaces: undefined });
      expect(turn.turns.map(({ content }) => content)).toEqual([...said, message]);
      await endTurn(user, turn, { content: `answer to ${message}`, interrupted: false });
      said.push(message, `answer to ${message}`);
      sessionId = turn.sessionId;
    }
    const { messages } = await getChatSession(user, { sessionId: sessionId ?? "" });
    expect(messages.map(({ content }) => content)).toEqual(said);
  });
});

describe("turns that end at the same time", () => {
  it("are stored in one statement, and counted in their sessions", async () => {
    const [one, other] = [await newUser(), await newUser()];
    const [{ sessionId }, elsewhere] = [await begin(one), await begin(other)];
    const turns = await Promise.all(Array.from({ length: TURNS }, () => begin(one, sessionId)));
    let statements = 0;
    const counting = createDb(ctx.databaseUrl, {
      onStatement: () => {
        statements += 1;
      },
    });
    await Promise.all([
      ...turns.map((turn, index) =>
        endTurn({ ...one, db: counting }, turn, { content: `answer ${index}`, interrupted: false }),
      ),
      endTurn({ ...other, db: counting }, elsewhere, { content: "elsewhere\0", interrupted: true }),
    ]);
    await counting.$disconnect();
    expect(statements).toBe(1);
    expect([await countOf(sessionId), await countOf(elsewhere.sessionId)]).toEqual([1 + 2 * TURNS, 2]);
    expect(await ctx.db.chatMessage.findMany({ where: { content: { startsWith: "elsewhere" } } })).toMatchObject([
      { sessionId: elsewhere.sessionId, role: "assistant", content: "elsewhere\uFFFD", interrupted: true },
    ]);
  });

  it("are stored and counted once when they are written twice", async () => {
    const user = await newUser();
    const { sessionId, messageId } = await begin(user);
    const end = {
      id: createId(),
      userId: user.actor.id,
      sessionId,
      questionId: messageId,
      content: "answer",
      interrupted: false,
      at: ctx.now(),
    };
    await writeTurnEnds(ctx.db, [end]);
    await writeTurnEnds(ctx.db, [end]);
    expect(await countOf(sessionId)).toBe(2);
  });

  it("do not deadlock with turns that start in the same sessions", async () => {
    const users = await Promise.all(Array.from({ length: USERS }, newUser));
    const sessions = await Promise.all(users.map((user) => begin(user)));
    const other = createDb(ctx.databaseUrl);
    for (let round = 0; round < ROUNDS; round += 1) {
      const turns = await Promise.all(users.map((user, index) => begin(user, sessions[index]?.sessionId)));
      const ends = turns.map(({ sessionId, messageId }, index) => ({
        id: createId(),
        userId: users[index]?.actor.id ?? "",
        sessionId,
        questionId: messageId,
        content: "answer",
        interrupted: false,
        at: ctx.now(),
      }));
      await Promise.all([
        writeTurnEnds(ctx.db, ends),
        writeTurnEnds(other, ends.toReversed()),
        ...users.toReversed().map((user) => begin(user, sessions[users.indexOf(user)]?.sessionId)),
      ]);
    }
    await other.$disconnect();
    for (const { sessionId } of sessions) expect(await countOf(sessionId)).toBe(1 + 3 * ROUNDS);
  });
});
