import { describe, expect, it } from "vitest";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import type { UserContext } from "../context";
import { verifyLedger } from "../ledger/verify-ledger";
import { getChatSession } from "./chat-sessions";
import { completeChat } from "./stream-chat";
import { showVersion } from "./versions";

const ctx = useTestContext();
const NOT_FOUND = { code: "not_found" };

/** A user whose model echoes the conversation. */
async function newUser(): Promise<UserContext> {
  async function* stream(turns: readonly { content: string }[]) {
    yield turns.map(({ content }) => content).join(" | ");
  }
  return actAs(withClients(ctx, { chat: { model: "a model", stream } }), await createUser(ctx, 200));
}

async function send(user: UserContext, message: string, place: { sessionId?: string; replaces?: string } = {}) {
  ctx.setNow(new Date(ctx.now().getTime() + 1));
  const input = { message, sessionId: place.sessionId, replaces: place.replaces };
  return completeChat(await actAs(user, user.actor.id), input);
}

const read = async (user: UserContext, sessionId: string) => (await getChatSession(user, { sessionId })).messages;
const questions = async (user: UserContext, sessionId: string) =>
  (await read(user, sessionId)).filter(({ role }) => role === "user");
const idOf = async (sessionId: string, content: string) =>
  (await ctx.db.chatMessage.findFirstOrThrow({ where: { sessionId, content, role: "user" } })).id;

describe("the versions of a message", () => {
  it("are switched with everything that followed each, at no charge", async () => {
    const user = await newUser();
    const { sessionId } = await send(user, "one");
    await send(user, "two", { sessionId });
    await send(user, "zwei", { sessionId, replaces: await idOf(sessionId, "two") });
    const [first, second, german] = [
      await idOf(sessionId, "one"),
      await idOf(sessionId, "two"),
      await idOf(sessionId, "zwei"),
    ];
    await send(user, "eins", { sessionId, replaces: first });
    const credits = async () => (await ctx.db.user.findUniqueOrThrow({ where: { id: user.actor.id } })).credits;
    const before = await credits();

    const shown = async () => (await questions(user, sessionId)).map(({ content }) => content);
    expect(await shown()).toEqual(["eins"]);
    await showVersion(user, { sessionId, messageId: first });
    expect(await shown()).toEqual(["one", "zwei"]);
    expect((await questions(user, sessionId)).map(({ versions }) => versions)).toEqual([
      { ids: [first, await idOf(sessionId, "eins")], isSameText: false },
      { ids: [second, german], isSameText: false },
    ]);
    await showVersion(user, { sessionId, messageId: second });
    expect((await read(user, sessionId)).map(({ content }) => content)).toEqual([
      "one",
      "one",
      "two",
      "one | one | two",
    ]);
    expect(await credits()).toBe(before);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("decide what the model is sent", async () => {
    const user = await newUser();
    const { sessionId } = await send(user, "one");
    const first = await idOf(sessionId, "one");
    await send(user, "eins", { sessionId, replaces: first });
    await showVersion(user, { sessionId, messageId: first });
    expect((await send(user, "two", { sessionId })).content).toBe("one | one | two");
  });

  it("say that a message was only answered again, and keep the third apart from the second", async () => {
    const user = await newUser();
    const { sessionId } = await send(user, "one");
    const first = await idOf(sessionId, "one");
    await send(user, "one", { sessionId, replaces: first });
    const [second] = await questions(user, sessionId);
    await send(user, "one", { sessionId, replaces: second?.id ?? "" });
    const [third] = await questions(user, sessionId);
    expect(third?.versions).toEqual({ ids: [first, second?.id, third?.id], isSameText: true });
  });

  it("are each charged once, and refused to others", async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { sessionId } = await send(user, "one");
    const first = await idOf(sessionId, "one");
    await expect(showVersion(user, { sessionId, messageId: first })).rejects.toMatchObject(NOT_FOUND);
    await send(user, "eins", { sessionId, replaces: first });
    await expect(showVersion(other, { sessionId, messageId: first })).rejects.toMatchObject(NOT_FOUND);
    const charges = await ctx.db.creditLedger.count({ where: { userId: user.actor.id, reason: "chat_usage" } });
    expect(charges).toBe(2);
  });

  it("are shown once by a double click, or a request that is repeated after a lost response", async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { sessionId } = await send(user, "one");
    const messageId = await idOf(sessionId, "one");
    await send(user, "eins", { sessionId, replaces: messageId });
    await Promise.all([1, 2].map(() => showVersion(user, { sessionId, messageId })));
    await send(user, "two", { sessionId });
    expect(await showVersion(user, { sessionId, messageId })).toEqual({ id: messageId });
    expect((await questions(user, sessionId)).map(({ content }) => content)).toEqual(["one", "two"]);
    await expect(showVersion(other, { sessionId, messageId })).rejects.toMatchObject(NOT_FOUND);
  });

  it("show one version whatever switches concur", async () => {
    const user = await newUser();
    const { sessionId } = await send(user, "one");
    const first = await idOf(sessionId, "one");
    for (const text of ["eins", "uno", "un"]) {
      const [visible] = await questions(user, sessionId);
      await send(user, text, { sessionId, replaces: visible?.id ?? "" });
    }
    const [{ versions } = { versions: null }] = await questions(user, sessionId);
    const ids = versions?.ids ?? [];
    await Promise.allSettled(ids.map((messageId) => showVersion(user, { sessionId, messageId })));
    expect(ids).toHaveLength(4);
    expect(ids[0]).toBe(first);
    expect(await questions(user, sessionId)).toHaveLength(1);
    expect(await read(user, sessionId)).toHaveLength(2);
  });
});
