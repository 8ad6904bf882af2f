import { afterEach, describe, expect, it } from "vitest";
import { type ApiClient, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { chat, openChat } from "../../../test/chat-stream";
import { sendDuringConcurrentSpend } from "../../../test/database-conditions";
import {
  itRefusesBadBodies,
  itRefusesOtherMethods,
  itRefusesOtherSites,
  itRefusesTheBanned,
  itRefusesTheSignedOut,
} from "../../../test/refusal-contract";
import { readAccount, seedChatSession } from "../../../test/users";
import { waitUntil } from "../../../test/wait-until";

const app = useTestApp();
const PATH = "/api/chat/stream";

const sendNothing = (client: ApiClient, headers?: Record<string, string>) => client.post(PATH, {}, headers);
const lastAsked = () => JSON.parse(app.sandbox.requests.at(-1)?.body ?? "");
const messagesOf = (sessionId: string) =>
  app.db.chatMessage.findMany({
    where: { sessionId },
    select: { role: true, content: true, creditsUsed: true, interrupted: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });

afterEach(() => app.sandbox.faults.clear());

describe("200", () => {
  it("streams events: metadata first, then the contents, done last", async () => {
    const user = await signedInUser(app, { credits: 25 });
    const { response, events, sessionId } = await chat(user.client, { message: "Hello there" });
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("connection")).toBe("keep-alive");
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
    expect(events.at(0)).toEqual({ type: "metadata", sessionId, remainingCredits: 15 });
    expect(events.at(-1)).toEqual({ type: "done" });
    expect(events.length).toBeGreaterThan(3);
    for (const event of events.slice(1, -1))
      expect(event).toEqual({ type: "content", content: expect.stringMatching(/./s) });
  });

  it("stores both messages, the session's counters and the charge by the time it says done", async () => {
    const user = await signedInUser(app, { credits: 25 });
    const { sessionId, reply } = await chat(user.client, { message: "Hello there" });
    expect(await messagesOf(sessionId)).toEqual([
      { role: "user", content: "Hello there", creditsUsed: 10, interrupted: false },
      { role: "assistant", content: reply, creditsUsed: 0, interrupted: false },
    ]);
    const account = await readAccount(app, user.id);
    expect(account.credits).toBe(15);
    expect(account.ledger.slice(1)).toEqual([
      { delta: -10, reason: "chat_usage", paymentId: sessionId, balanceAfter: 15 },
    ]);
    expect(account.chats).toMatchObject([
      { id: sessionId, title: "Hello there", model: "sandbox-text", totalMessages: 2, totalCreditsUsed: 10 },
    ]);
    expect(account.chats[0]?.lastMessageAt).toEqual(account.messages[1]?.createdAt);
  });

  it("calls the text model with the fixed parameters", async () => {
    const user = await signedInUser(app, { credits: 10 });
    await chat(user.client, { message: "Hello", sessionId: null });
    expect(lastAsked()).toEqual({
      model: "sandbox-text",
      messages: [{ role: "user", content: "Hello" }],
      temperature: 0.7,
      top_p: 0.95,
      max_tokens: 2048,
      stream: true,
    });
  });

  it("titles a new session with the first 100 characters, none of them halved", async () => {
    const user = await signedInUser(app, { credits: 10 });
    const { sessionId } = await chat(user.client, { message: `${"a".repeat(99)}🚢and the rest` });
    const session = await app.db.chatSession.findUniqueOrThrow({ where: { id: sessionId } });
    expect(session.title).toBe(`${"a".repeat(99)}🚢`);
  });

  it("continues a session, and sends the newest 20 messages before the current one, oldest first", async () => {
    const user = await signedInUser(app, { credits: 20 });
    const sessionId = await seedChatSession(app, user.id, 25);
    const { events } = await chat(user.client, { message: "And now?", sessionId });
    expect(events[0]).toEqual({ type: "metadata", sessionId, remainingCredits: 10 });
    const earlier = Array.from({ length: 20 }, (_, index) => ({
      role: index % 2 === 0 ? "assistant" : "user",
      content: `message ${index + 6}`,
    }));
    expect(lastAsked().messages).toEqual([...earlier, { role: "user", content: "And now?" }]);
    expect(await app.db.chatSession.findUnique({ where: { id: sessionId } })).toMatchObject({
      title: "Seeded",
      model: "earlier-model",
      totalMessages: 27,
      totalCreditsUsed: 135,
    });
  });

  it("stores the answer also when the reader leaves early", async () => {
    const user = await signedInUser(app, { credits: 10 });
    app.sandbox.faults.setLatency("chat", 200);
    const leaving = new AbortController();
    const response = await openChat(user.client, { message: "Goodbye" }, { signal: leaving.signal });
    await response.body?.getReader().read();
    leaving.abort();
    const session = await app.db.chatSession.findFirstOrThrow({ where: { userId: user.id } });
    expect(await messagesOf(session.id)).toHaveLength(1);
    await waitUntil("the answer is stored", async () => (await messagesOf(session.id)).length === 2);
    expect((await messagesOf(session.id))[1]).toEqual({
      role: "assistant",
      content: expect.stringContaining("> Goodbye"),
      creditsUsed: 0,
      interrupted: false,
    });
    expect(await app.db.chatSession.findUnique({ where: { id: session.id } })).toMatchObject({ totalMessages: 2 });
  });
});

describe("200, ended by an error event", () => {
  it.each([
    ["cut_stream", "The answer was cut off"],
    ["break_stream", "The connection to the generation backend was lost"],
  ] as const)("says so when the backend's stream ends too early, and keeps what came: %s", async (kind, error) => {
    const user = await signedInUser(app, { credits: 10 });
    app.sandbox.faults.queue("chat", { kind });
    const { events, sessionId, reply } = await chat(user.client, { message: "Tell me a story" });
    expect(events.at(-1)).toEqual({ type: "error", error, creditsCharged: 10, remainingCredits: 0 });
    expect(events.filter(({ type }) => type === "done")).toEqual([]);
    expect(reply).not.toBe("");
    expect(await messagesOf(sessionId)).toMatchObject([
      { role: "user" },
      { role: "assistant", content: reply, creditsUsed: 0, interrupted: true },
    ]);
  });

  it.each([
    [{ kind: "status", status: 500 }, "The generation backend failed"],
    [{ kind: "reset" }, "The generation backend could not be reached"],
    [{ kind: "empty" }, "The generation backend gave an answer that cannot be read"],
  ] as const)("keeps the charge and stores no answer when the backend sends none: %j", async (fault, error) => {
    const user = await signedInUser(app, { credits: 10 });
    app.sandbox.faults.queue("chat", fault);
    const { events, sessionId } = await chat(user.client, { message: "Hello" });
    expect(events).toEqual([
      { type: "metadata", sessionId, remainingCredits: 0 },
      { type: "error", error, creditsCharged: 10, remainingCredits: 0 },
    ]);
    const account = await readAccount(app, user.id);
    expect(account).toMatchObject({ credits: 0, ledger: [{ delta: 10 }, { delta: -10, reason: "chat_usage" }] });
    expect(account.chats).toMatchObject([{ totalMessages: 1, totalCreditsUsed: 10 }]);
    expect(account.messages).toMatchObject([{ role: "user" }]);
  });
});

describe("400", () => {
  itRefusesBadBodies(app, PATH, [
    [{}, "Message is required"],
    [{ message: null }, "Message is required"],
    [{ message: "" }, "Message is required"],
    [{ message: " \n" }, "Message is required"],
    [{ message: 1 }, "message must be a string"],
    [{ message: { text: "a" } }, "message must be a string"],
    [{ message: "a\0b" }, "message must not contain NUL characters"],
    [{ message: "a\ud800" }, "message must be valid Unicode text"],
    [{ message: "a", sessionId: 5 }, "sessionId must be a string"],
    [{ message: "a", sessionId: "\0" }, "sessionId must not contain NUL characters"],
    [{ message: "a", replaces: 5 }, "replaces must be a string"],
  ]);

  it("comes before 404 and 402", async () => {
    const user = await signedInUser(app);
    const response = await user.client.post(PATH, { message: "", sessionId: "unknown" });
    expect(response).toMatchObject({ status: 400, body: { error: "Message is required" } });
  });
});

describe("401", () => itRefusesTheSignedOut(app, sendNothing));

describe("402", () => {
  it.each([9, 0])("refuses with a balance of %d credits, and writes nothing", async (credits) => {
    const user = await signedInUser(app, { credits });
    const before = await readAccount(app, user.id);
    const response = await user.client.post(PATH, { message: "Hello" });
    expect(response.status).toBe(402);
    expect(response.headers.get("content-type")).toMatch(/^application\/json\b/);
    expect(response.body).toEqual({ error: "Insufficient credits", remainingCredits: 0 });
    expect(await readAccount(app, user.id)).toEqual(before);
  });

  it("returns the remaining credits when another request takes them meanwhile, and writes nothing", async () => {
    const user = await signedInUser(app, { credits: 15 });
    const response = await sendDuringConcurrentSpend(app, user.id, 8, () =>
      user.client.post(PATH, { message: "Hello" }),
    );
    expect(response.status).toBe(402);
    expect(response.body).toEqual({ error: "Insufficient credits", remainingCredits: 7 });
    expect(await readAccount(app, user.id)).toMatchObject({ credits: 7, chats: [], messages: [] });
  });
});

describe("403", () => {
  itRefusesTheBanned(app, sendNothing);
  itRefusesOtherSites(app, sendNothing);
});

describe("404", () => {
  it("does not find another user's session, before the balance is checked", async () => {
    const owner = await signedInUser(app);
    const sessionId = await seedChatSession(app, owner.id, 2);
    for (const credits of [100, 0]) {
      const user = await signedInUser(app, { credits });
      const before = await readAccount(app, user.id);
      for (const unknown of [sessionId, "01890000-0000-7000-8000-000000000000", "not a UUID"]) {
        const response = await user.client.post(PATH, { message: "Hello", sessionId: unknown });
        expect(response.status).toBe(404);
        expect(response.body).toEqual({ error: "Not found" });
      }
      expect(await readAccount(app, user.id)).toEqual(before);
    }
    expect(await messagesOf(sessionId)).toHaveLength(2);
  });

  it("does not find a message to replace of another user or another session, and writes nothing", async () => {
    const [owner, user] = [await signedInUser(app), await signedInUser(app, { credits: 100 })];
    const [foreign, own] = [await seedChatSession(app, owner.id, 2), await seedChatSession(app, user.id, 2)];
    const theirs = await app.db.chatMessage.findFirstOrThrow({ where: { sessionId: foreign, role: "user" } });
    const before = await readAccount(app, user.id);
    for (const place of [{ sessionId: foreign }, { sessionId: own }, {}]) {
      const response = await user.client.post(PATH, { message: "Hello", replaces: theirs.id, ...place });
      expect(response).toMatchObject({ status: 404, body: { error: "Not found" } });
    }
    expect(await readAccount(app, user.id)).toEqual(before);
  });
});

describe("405", () => itRefusesOtherMethods(app, PATH, "POST"));

it("HEAD of the running answer is 405: it would keep a reader's place until the answer ends", async () => {
  const user = await signedInUser(app, { credits: 25 });
  const { sessionId } = await chat(user.client, { message: "Hello there" });
  const response = await user.client.fetch(`/api/chat/${sessionId}/stream`, { method: "HEAD" });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
});
