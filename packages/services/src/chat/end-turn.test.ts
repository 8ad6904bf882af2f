import { createDb } from "@app/db/client/db";
import { describe, expect, it } from "vitest";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import type { UserContext } from "../context";
import { createId } from "../platform/create-id";
import { beginTurn } from "./begin-turn";
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
