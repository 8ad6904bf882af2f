import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { describe, expect, it } from "vitest";
import {
  type ConversationAction,
  conversationReducer,
  type StoredMessage,
  startConversation,
} from "./conversation-state";

const event = (value: ChatStreamEvent): ConversationAction => ({ type: "event", event: value });
const metadata = event({ type: "metadata", sessionId: "s1", remainingCredits: 90 });
const content = (text: string) => event({ type: "content", content: text });
const failure = { kind: "refused", message: "gone" } as const;

const after = (...actions: ConversationAction[]) => actions.reduce(conversationReducer, startConversation(null, []));
const texts = (...actions: ConversationAction[]) =>
  after(...actions).messages.map(({ role, content: text }) => `${role}: ${text}`);

describe("conversationReducer", () => {
  it("shows the message at once, with a growing reply", () => {
    expect(texts({ type: "sent", message: "Hi", costCredits: 10 })).toEqual(["user: Hi", "assistant: "]);
    expect(texts({ type: "sent", message: "Hi", costCredits: 10 }, metadata, content("Hel"), content("lo"))).toEqual([
      "user: Hi",
      "assistant: Hello",
    ]);
  });

  it("takes the session id of a new chat from the metadata", () => {
    expect(after({ type: "sent", message: "Hi", costCredits: 10 }, metadata)).toMatchObject({
      sessionId: "s1",
      isReplying: true,
    });
  });

  it("ends with done", () => {
    const state = after(
      { type: "sent", message: "Hi", costCredits: 10 },
      metadata,
      content("Hello"),
      event({ type: "done" }),
    );
    expect(state).toMatchObject({ isReplying: false, failure: null });
    expect(state.messages.at(-1)).toMatchObject({ content: "Hello", interrupted: false });
  });

  it("removes a refused message", () => {
    const state = after({ type: "sent", message: "Hi", costCredits: 10 }, { type: "refused", failure });
    expect(state).toMatchObject({ sessionId: null, messages: [], isReplying: false, failure });
  });

  it("keeps the partial reply of a failed turn, marked as interrupted", () => {
    const state = after(
      { type: "sent", message: "Hi", costCredits: 10 },
      metadata,
      content("Hel"),
      event({ type: "error", error: "upstream" }),
    );
    expect(state.messages.at(-1)).toMatchObject({ content: "Hel", interrupted: true });
    expect(state).toMatchObject({ isReplying: false, failure: { message: "upstream" } });
  });

  it("stores whether a failed turn was charged, and that no reply is pending", () => {
    const failed = (creditsCharged: number) =>
      after(
        { type: "sent", message: "Hi", costCredits: 10 },
        metadata,
        event({ type: "error", error: "empty", creditsCharged, remainingCredits: 100 - creditsCharged }),
      );
    for (const creditsCharged of [0, 10]) {
      expect(failed(creditsCharged)).toMatchObject({
        failure: { kind: "refused", message: "empty", creditsCharged },
        messages: [{ role: "user", answerPending: false, creditsUsed: creditsCharged }],
      });
    }
    expect(after({ type: "sent", message: "Hi", costCredits: 10 }, metadata).messages[0]).toMatchObject({
      answerPending: true,
    });
  });

  it("keeps the message but not an empty reply", () => {
    expect(texts({ type: "sent", message: "Hi", costCredits: 10 }, metadata, { type: "interrupted", failure })).toEqual(
      ["user: Hi"],
    );
  });

  it("clears the failure when the next message is sent", () => {
    const state = after(
      { type: "sent", message: "Hi", costCredits: 10 },
      { type: "refused", failure },
      { type: "sent", message: "Hi", costCredits: 10 },
    );
    expect(state.failure).toBeNull();
  });

  it("gives every message a unique key over several turns", () => {
    const turn: ConversationAction[] = [
      { type: "sent", message: "Hi", costCredits: 10 },
      metadata,
      content("Hello"),
      event({ type: "done" }),
    ];
    const keys = after(...turn, ...turn, ...turn).messages.map(({ key }) => key);
    expect(new Set(keys).size).toBe(6);
  });

  describe("with stored messages", () => {
    const stored = (...contents: string[]): StoredMessage[] =>
      contents.map((text, index) => ({
        id: `m${index}`,
        role: index % 2 === 0 ? "user" : "assistant",
        content: text,
        interrupted: false,
        creditsUsed: index % 2 === 0 ? 10 : 0,
        answerPending: false,
        versions: null,
      }));
    const loaded = (...contents: string[]): ConversationAction => ({ type: "loaded", messages: stored(...contents) });
    const sent: ConversationAction = { type: "sent", message: "Hi", costCredits: 10 };
    const earlier = startConversation("s1", stored("one", "1", "two", "2"));
    const contentsOf = (...actions: ConversationAction[]) =>
      actions.reduce(conversationReducer, earlier).messages.map(({ content: text }) => text);

    it("replaces a message and all messages after it", () => {
      expect(contentsOf({ type: "sent", message: "zwei", costCredits: 10, replaces: "m2" })).toEqual([
        "one",
        "1",
        "zwei",
        "",
      ]);
    });

    it("takes over earlier messages of a long chat, and keeps the keys of those that it shows", () => {
      const messages = stored("one", "1", "two", "2", "three", "3");
      const state = [sent, metadata, content("3"), event({ type: "done" })].reduce(
        conversationReducer,
        startConversation("s1", messages.slice(2, 4)),
      );
      const keys = state.messages.map(({ key }) => key);
      const all = conversationReducer(state, { type: "loaded", messages });
      expect(all.messages.map(({ content: text, key }) => [text, key])).toEqual([
        ["one", "m0"],
        ["1", "m1"],
        ...messages.slice(2).map(({ content: text }, index) => [text, keys[index]]),
      ]);
    });

    it("drops the oldest messages that are not loaded anymore, and shows the new ones once", () => {
      const messages = stored("one", "1", "two", "2", "Hi", "3");
      const state = [sent, metadata, content("3"), event({ type: "done" })].reduce(
        conversationReducer,
        startConversation("s1", messages.slice(0, 4)),
      );
      const newest = conversationReducer(state, { type: "loaded", messages: messages.slice(2) });
      expect(newest.messages.map(({ content: text }) => text)).toEqual(["two", "2", "Hi", "3"]);
      expect(newest.messages.map(({ key }) => key)).toEqual(state.messages.slice(2).map(({ key }) => key));
      const stopped = [sent, metadata, { type: "stopped" } as const].reduce(
        conversationReducer,
        startConversation("s1", messages.slice(0, 4)),
      );
      const asked = conversationReducer(stopped, { type: "loaded", messages: messages.slice(1, 5) });
      expect(asked.messages.map(({ content: text }) => text)).toEqual(["1", "two", "2", "Hi"]);
    });

    it("restores the replaced messages when the new one is refused", () => {
      const replacing: ConversationAction = { type: "sent", message: "eins", costCredits: 10, replaces: "m0" };
      expect(contentsOf(replacing, { type: "refused", failure })).toEqual(["one", "1", "two", "2"]);
    });

    it("takes the ids of a finished turn and keeps its keys", () => {
      const turn = after(sent, metadata, content("Hello"), event({ type: "done" }));
      const state = conversationReducer(turn, loaded("Hi", "Hello"));
      expect(state.messages.map(({ id }) => id)).toEqual(["m0", "m1"]);
      expect(state.messages.map(({ key }) => key)).toEqual(turn.messages.map(({ key }) => key));
    });

    it("ignores loaded messages while a reply is streaming", () => {
      expect(contentsOf(sent, metadata, content("Hel"), loaded("one", "1"))).toHaveLength(6);
    });

    it("keeps a partial reply until the whole one is stored", () => {
      const cut: ConversationAction = { type: "interrupted", failure: { kind: "cutOff" } };
      const state = after(sent, metadata, content("Hel"), cut, loaded("Hi"));
      expect(state.messages).toMatchObject([{ id: "m0" }, { id: null, content: "Hel", interrupted: true }]);
      expect(state.failure).toEqual({ kind: "cutOff" });
      const whole = conversationReducer(state, loaded("Hi", "Hello"));
      expect(whole.messages).toMatchObject([{ id: "m0" }, { id: "m1", content: "Hello", interrupted: false }]);
      expect(whole.failure).toBeNull();
    });

    it("holds the rest of a stopped reply back until the user continues", () => {
      const state = after(sent, metadata, content("Hel"), { type: "stopped" }, loaded("Hi", "Hello"));
      expect(state).toMatchObject({ isStopped: true, isReplying: false, failure: null });
      expect(state.messages).toMatchObject([{ id: "m0" }, { id: null, content: "Hel", interrupted: false }]);
      const whole = conversationReducer(conversationReducer(state, { type: "continued" }), loaded("Hi", "Hello"));
      expect(whole.messages).toMatchObject([{ id: "m0" }, { id: "m1", content: "Hello" }]);
    });

    it("shows a stopped reply below its own message, and what another tab has sent since below it", () => {
      const texts = ["one", "1", "two", "2", "Hi", "Hello", "Other", "Answer"];
      const stopped = [sent, metadata, content("Hel"), { type: "stopped" }] as const;
      expect(contentsOf(...stopped, loaded(...texts))).toEqual(texts);
      expect(contentsOf(...stopped, loaded(...texts.slice(0, 5)), loaded(...texts))).toEqual(texts);
    });

    it("drops the part of a reply whose message another tab has edited", () => {
      const texts = ["one", "1", "two", "2", "Hi, edited"];
      expect(contentsOf(sent, metadata, content("Hel"), event({ type: "done" }), loaded(...texts))).toEqual(texts);
    });

    it("keeps a message that was stopped before the server had stored it, and the reply before it", () => {
      const texts = ["one", "1", "two", "2"];
      expect(contentsOf(sent, { type: "stopped" }, loaded(...texts))).toEqual([...texts, "Hi"]);
      const stored = [loaded(...texts), loaded(...texts, "Hi")];
      expect(contentsOf(sent, { type: "stopped" }, ...stored)).toEqual([...texts, "Hi"]);
    });

    it("replaces the part of a reply by the resumed text, which begins with all of it", () => {
      const state = after(sent, metadata, content("Hel"), { type: "stopped" }, { type: "resumed" }, content("Hello"));
      expect(state.messages.map((message) => message.content).at(-1)).toBe("Hello");
      expect(conversationReducer(state, content("!")).messages.at(-1)?.content).toBe("Hello!");
    });
  });
});
