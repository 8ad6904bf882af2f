import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { gate } from "../../test/idempotency";
import { actAs, createUser, useTestContext, withClients } from "../../test/test-context";
import type { UserContext } from "../context";
import { verifyLedger } from "../ledger/verify-ledger";
import {
  deleteChat,
  getChatSession,
  listChatSessions,
  listPinnedChats,
  organizeChat,
  renameChat,
} from "./chat-sessions";
import { exportChat } from "./export-chat";
import { completeChat, streamChat } from "./stream-chat";

const ctx = useTestContext();
const NOT_FOUND = { code: "not_found" };

/** A user whose model echoes the conversation. */
async function newUser(credits = 100): Promise<UserContext> {
  async function* stream(turns: readonly { content: string }[]) {
    yield turns.map(({ content }) => content).join(" | ");
  }
  return actAs(withClients(ctx, { chat: { model: "a model", stream } }), await createUser(ctx, credits));
}

async function send(user: UserContext, message: string, place: { sessionId?: string; replaces?: string } = {}) {
  ctx.setNow(new Date(ctx.now().getTime() + 1));
  return completeChat(await actAs(user, user.actor.id), {
    message,
    sessionId: place.sessionId,
    replaces: place.replaces,
  });
}

const shown = async (user: UserContext, sessionId: string) =>
  (await getChatSession(user, { sessionId })).messages.map(({ content }) => content);
const idOf = async (sessionId: string, content: string) =>
  (await ctx.db.chatMessage.findFirstOrThrow({ where: { sessionId, content, role: "user" } })).id;
const creditsOf = async ({ actor }: UserContext) =>
  (await ctx.db.user.findUniqueOrThrow({ where: { id: actor.id } })).credits;
const titles = async (user: UserContext, search?: string) =>
  (await listChatSessions(user, { search })).items.map(({ title }) => title);

describe("a long chat", () => {
  const ROWS = 250;

  /** A chat whose messages are numbered; some of them have the same time. */
  async function longChat(user: UserContext): Promise<string> {
    const { sessionId } = await send(user, "first");
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      ...{ id: randomUUID(), sessionId, creditsUsed: 0, role: index % 2 === 0 ? "user" : "assistant" },
      content: `message ${index}`,
      createdAt: new Date(ctx.now().getTime() + 1 + Math.floor(index / 3)),
    }));
    await ctx.db.chatMessage.createMany({ data: rows });
    return sessionId;
  }

  const shownAll = async (user: UserContext, sessionId: string) =>
    (await getChatSession(user, { sessionId, messages: ROWS + 2 })).messages.map(({ content }) => content);
  /** The messages of an exported chat. */
  const sectionsOf = (markdown: string) =>
    markdown
      .split(/^## .*$/m)
      .slice(1)
      .map((section) => section.trim());

  it("is shown from its newest messages on, as many as are asked for", async () => {
    const user = await newUser();
    const sessionId = await longChat(user);
    const newest = await getChatSession(user, { sessionId });
    expect([newest.messages.length, newest.hasEarlier]).toEqual([200, true]);
    const all = await getChatSession(user, { sessionId, messages: ROWS + 2 });
    expect([all.messages.length, all.hasEarlier, all.messages[0]?.content]).toEqual([ROWS + 2, false, "first"]);
    expect(all.messages.slice(-200)).toEqual(newest.messages);
  });

  it("is exported whole, each message once", async () => {
    const user = await newUser();
    const sessionId = await longChat(user);
    const chunks = await exportChat(user, { sessionId, speakers: { user: "You", assistant: "Answer" } });
    expect(sectionsOf(await text(Readable.from(chunks)))).toEqual(await shownAll(user, sessionId));
  });

  it("is exported as it was at the start, also where a message is replaced meanwhile", async () => {
    const user = await newUser();
    const sessionId = await longChat(user);
    const before = await shownAll(user, sessionId);
    const chunks: string[] = [];
    for await (const chunk of await exportChat(user, { sessionId, speakers: { user: "You", assistant: "Answer" } })) {
      chunks.push(chunk);
      // The title and the first page have been read.
      if (chunks.length === 2) await send(user, "another", { sessionId, replaces: await idOf(sessionId, "first") });
    }
    expect(sectionsOf(chunks.join(""))).toEqual(before);
  });

  it("is exported to its owner only, and not once it is deleted", async () => {
    const user = await newUser();
    const { sessionId } = await send(user, "one");
    const input = { sessionId, speakers: { user: "You", assistant: "Answer" } };
    await expect(exportChat(await newUser(), input)).rejects.toMatchObject(NOT_FOUND);
    await deleteChat(user, { sessionId });
    await expect(exportChat(user, input)).rejects.toMatchObject(NOT_FOUND);
  });
});

describe("a message that replaces another", () => {
  it("replaces it and all later messages, in the transcript and for the model", async () => {
    const user = await newUser();
    const { sessionId } = await send(user, "one");
    await send(user, "two", { sessionId });
    await send(user, "three", { sessionId });
    const { content } = await send(user, "zwei", { sessionId, replaces: await idOf(sessionId, "two") });
    expect(content).toBe("one | one | zwei");
    expect(await shown(user, sessionId)).toEqual(["one", "one", "zwei", "one | one | zwei"]);
  });

  it("is charged like any other, and earlier charges stay", async () => {
    const user = await newUser();
    const { sessionId } = await send(user, "one");
    await send(user, "eins", { sessionId, replaces: await idOf(sessionId, "one") });
    expect(await creditsOf(user)).toBe(80);
    expect(await getChatSession(user, { sessionId })).toMatchObject({ totalCreditsUsed: 20, totalMessages: 4 });
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("changes nothing when the credits do not suffice", async () => {
    const user = await newUser(10);
    const { sessionId } = await send(user, "one");
    const replaces = await idOf(sessionId, "one");
    await expect(send(user, "eins", { sessionId, replaces })).rejects.toMatchObject({ code: "insufficient_credits" });
    // With an outdated balance in the context, only the failed charge rolls back the hiding.
    const outdated = { ...user, actor: { ...user.actor, credits: 10 } };
    await expect(streamChat(outdated, { message: "eins", sessionId, replaces })).rejects.toMatchObject({
      code: "insufficient_credits",
    });
    expect(await shown(user, sessionId)).toEqual(["one", "one"]);
  });

  it("is refused when the user has no such message", async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { sessionId } = await send(user, "one");
    const replaces = await idOf(sessionId, "one");
    const answer = await ctx.db.chatMessage.findFirstOrThrow({ where: { sessionId, role: "assistant" } });
    const elsewhere = await send(user, "elsewhere");
    await expect(send(other, "mine", { sessionId, replaces })).rejects.toMatchObject(NOT_FOUND);
    await expect(send(user, "x", { sessionId: elsewhere.sessionId, replaces })).rejects.toMatchObject(NOT_FOUND);
    await expect(send(user, "x", { replaces })).rejects.toMatchObject(NOT_FOUND);
    await expect(send(user, "x", { sessionId, replaces: answer.id })).rejects.toMatchObject(NOT_FOUND);
    await send(user, "eins", { sessionId, replaces });
    await expect(send(user, "uno", { sessionId, replaces })).rejects.toMatchObject(NOT_FOUND);
    expect(await creditsOf(other)).toBe(100);
    expect(await creditsOf(user)).toBe(70);
  });

  it("hides a response to the replaced message that is stored later", async () => {
    const user = await newUser();
    const late = gate();
    async function* stream() {
      await late.opened;
      yield "late";
    }
    const slow = withClients(user, { chat: { model: "a model", stream } });
    const sessionId = (await send(user, "one")).sessionId;
    ctx.setNow(new Date(ctx.now().getTime() + 1));
    const turn = await streamChat(await actAs(slow, user.actor.id), { message: "two", sessionId });
    const answered = turn.run(() => undefined);
    await send(user, "zwei", { sessionId, replaces: await idOf(sessionId, "two") });
    late.open();
    await answered;
    expect(await shown(user, sessionId)).toEqual(["one", "one", "zwei", "one | one | zwei"]);
    expect(await ctx.db.chatMessage.count({ where: { sessionId, content: "late" } })).toBe(1);
  });

  it("replaces a message once for concurrent requests", async () => {
    const user = await newUser();
    const { sessionId } = await send(user, "one");
    const replaces = await idOf(sessionId, "one");
    const tries = Array.from({ length: 4 }, (_, index) => send(user, `try ${index}`, { sessionId, replaces }));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await shown(user, sessionId)).toHaveLength(2);
    expect(await creditsOf(user)).toBe(80);
  });
});

describe("a deleted chat", () => {
  it("is not listed and cannot be read, renamed, continued or deleted again", async () => {
    const user = await newUser();
    const { sessionId } = await send(user, "one");
    await deleteChat(user, { sessionId });
    expect(await titles(user)).toEqual([]);
    await expect(getChatSession(user, { sessionId })).rejects.toMatchObject(NOT_FOUND);
    await expect(renameChat(user, { sessionId, title: "x" })).rejects.toMatchObject(NOT_FOUND);
    await expect(deleteChat(user, { sessionId })).rejects.toMatchObject(NOT_FOUND);
    await expect(send(user, "two", { sessionId })).rejects.toMatchObject(NOT_FOUND);
    const replaces = await idOf(sessionId, "one");
    await expect(send(user, "eins", { sessionId, replaces })).rejects.toMatchObject(NOT_FOUND);
    expect(await creditsOf(user)).toBe(90);
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("cannot be one of another user", async () => {
    const [user, other] = [await newUser(), await newUser()];
    const { sessionId } = await send(user, "one");
    await expect(deleteChat(other, { sessionId })).rejects.toMatchObject(NOT_FOUND);
    await expect(renameChat(other, { sessionId, title: "x" })).rejects.toMatchObject(NOT_FOUND);
    expect(await titles(user)).toEqual(["One"]);
  });
});

describe("the list of chats", () => {
  it("loses no chat when many are pinned at the same time, or out of the archive", async () => {
    const user = await newUser();
    const userId = user.actor.id;
    await ctx.db.chatSession.createMany({
      data: Array.from({ length: 60 }, (_, index) => ({
        ...{ id: `${userId}-${index}`, userId, title: String(index), model: "m", lastMessageAt: ctx.now() },
        archivedAt: index % 2 === 0 ? ctx.now() : null,
      })),
    });
    const ids = Array.from({ length: 60 }, (_, index) => `${userId}-${index}`);
    await Promise.allSettled(ids.map((sessionId) => organizeChat(user, { sessionId, pinned: true })));
    for (const sessionId of ids) await organizeChat(user, { sessionId, archived: false });
    const [pinned, { items: others }] = [await listPinnedChats(user), await listChatSessions(user, {})];
    expect(pinned).toHaveLength(50);
    expect(new Set([...pinned, ...others].map(({ id }) => id)).size).toBe(60);
  });

  it("searches titles and visible messages", async () => {
    const user = await newUser();
    await send(user, "Boats");
    const { sessionId } = await send(user, "Trees");
    await send(user, "what about BOATS", { sessionId });
    await send(user, "100% sure_thing");
    expect(await titles(user, "boats")).toEqual(["Trees", "Boats"]);
    await send(user, "what about leaves", { sessionId, replaces: await idOf(sessionId, "what about BOATS") });
    expect(await titles(user, "boats")).toEqual(["Boats"]);
    expect(await titles(user, "0% s")).toEqual(["100% sure_thing"]);
    expect(await titles(user, "s%t")).toEqual([]);
    expect(await titles(user, "sure_")).toEqual(["100% sure_thing"]);
    expect(await titles(user, "what_about")).toEqual([]);
  });

  it("continues after a page whose last chat was deleted in the meantime", async () => {
    const user = await newUser();
    const base = { userId: user.actor.id, model: "a model" };
    const many = Array.from({ length: 60 }, (_, index) => {
      const at = new Date(ctx.now().getTime() - index * 1000);
      return { ...base, id: randomUUID(), title: `Chat ${index}`, lastMessageAt: at };
    });
    await ctx.db.chatSession.createMany({ data: many });
    const { items, nextCursor } = await listChatSessions(user, { search: "chat" });
    await deleteChat(user, { sessionId: items.at(-1)?.id ?? "" });
    const second = await listChatSessions(user, { search: "chat", cursor: nextCursor ?? undefined });
    expect(second.items.map(({ title }) => title)).toEqual(many.slice(50).map(({ title }) => title));
  });

  it("shows a chat with its new title", async () => {
    const user = await newUser();
    const { sessionId } = await send(user, "one");
    await renameChat(user, { sessionId, title: "My chat" });
    expect(await titles(user)).toEqual(["My chat"]);
  });
});
