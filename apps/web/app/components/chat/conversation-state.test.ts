import type { ChatStreamEvent } from "@app/core/chat/stream-events";
import { describe, expect, it } from "vitest";
import { type ConversationAction, conversationReducer, startConversation } from "./conversation-state";

const event = (value: ChatStreamEvent): ConversationAction => ({ type: "event", event: value });
const metadata = event({ type: "metadata", sessionId: "s1", remainingCredits: 90 });
const content = (text: string) => event({ type: "content", content: text });
const failure = { kind: "refused", said: "gone" } as const;

const after = (...actions: ConversationAction[]) => actions.reduce(conversationReducer, startConversation(null, []));
const texts = (...actions: ConversationAction[]) =>
  after(...actions).messages.map(({ role, content: text }) => `${role}: ${text}`);

describe("conversationReducer", () => {
  it("shows the message at once, with an answer that grows", () => {
    expect(texts({ type: "sent", message: "Hi" })).toEqual(["user: Hi", "assistant: "]);
    expect(texts({ type: "sent", message: "Hi" }, metadata, content("Hel"), content("lo"))).toEqual([
      "user: Hi",
      "assistant: Hello",
    ]);
  });

  it("learns the session of a new conversation from the metadata", () => {
    expect(after({ type: "sent", message: "Hi" }, metadata)).toMatchObject({ sessionId: "s1", isAnswering: true });
  });

  it("ends with done", () => {
    const state = after({ type: "sent", message: "Hi" }, metadata, content("Hello"), event({ type: "done" }));
    expect(state).toMatchObject({ isAnswering: false, failure: null });
    expect(state.messages.at(-1)).toMatchObject({ content: "Hello", interrupted: false });
  });

  it("takes a refused message back", () => {
    const state = after({ type: "sent", message: "Hi" }, { type: "refused", failure });
    expect(state).toEqual({ sessionId: null, messages: [], isAnswering: false, failure });
  });

  it("keeps what arrived of an answer that failed, marked as interrupted", () => {
    const state = after(
      { type: "sent", message: "Hi" },
      metadata,
      content("Hel"),
      event({ type: "error", error: "upstream" }),
    );
    expect(state.messages.at(-1)).toMatchObject({ content: "Hel", interrupted: true });
    expect(state).toMatchObject({ isAnswering: false, failure: { said: "upstream" } });
  });

  it("keeps the message but no empty answer when nothing arrived", () => {
    expect(texts({ type: "sent", message: "Hi" }, metadata, { type: "cut", failure })).toEqual(["user: Hi"]);
  });

  it("forgets a failure when the next message is sent", () => {
    const state = after({ type: "sent", message: "Hi" }, { type: "refused", failure }, { type: "sent", message: "Hi" });
    expect(state.failure).toBeNull();
  });

  it("gives every message an id of its own over several turns", () => {
    const turn: ConversationAction[] = [
      { type: "sent", message: "Hi" },
      metadata,
      content("Hello"),
      event({ type: "done" }),
    ];
    const ids = after(...turn, ...turn, ...turn).messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
  });
});
