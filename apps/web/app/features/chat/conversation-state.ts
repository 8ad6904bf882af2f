import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import type { Failure } from "~/ui/failure";

/** A message as the server has it. */
export interface StoredMessage {
  id: string;
  role: string;
  content: string;
  /** Only the part that arrived. */
  interrupted: boolean;
  /** What it cost: 0 for an answer, and for a message whose charge was returned. */
  creditsUsed: number;
  /** The answer to this message is still being written. */
  answerPending: boolean;
}

/** A message as the conversation shows it. */
export interface ShownMessage extends Omit<StoredMessage, "id"> {
  /** Tells it from the others on the screen, from before it is stored. */
  key: string;
  /** Null until it is known as stored. */
  id: string | null;
}

export interface ConversationState {
  /** Null until the first answer of a new conversation begins. */
  sessionId: string | null;
  messages: readonly ShownMessage[];
  /** What there was before the last message was sent: a refusal brings it back. */
  before: readonly ShownMessage[];
  turns: number;
  isAnswering: boolean;
  failure: Failure | null;
}

export type ConversationAction =
  /** `replaces` is the message that gives way, with all that follows it. */
  | { type: "sent"; message: string; replaces?: string | undefined }
  /** The server took the message for nothing: no credits, no session, or it was not reached at all. */
  | { type: "refused"; failure: Failure }
  | { type: "event"; event: ChatStreamEvent }
  /** The stream ended without saying how, or the reader has had enough. */
  | { type: "cut"; failure: Failure | null }
  /** The page was loaded again. */
  | { type: "loaded"; messages: readonly StoredMessage[] };

export function startConversation(sessionId: string | null, stored: readonly StoredMessage[]): ConversationState {
  const messages = stored.map((message) => ({ ...message, key: message.id }));
  return { sessionId, messages, before: messages, turns: 0, isAnswering: false, failure: null };
}

/** The conversation after something happened. While it is answering, the last message is the answer. */
export function conversationReducer(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case "sent":
      return withTurn(state, action.message, action.replaces);
    case "refused":
      return { ...state, messages: state.before, isAnswering: false, failure: action.failure };
    case "event":
      return withEvent(state, action.event);
    case "cut":
      return endTurn(state, action.failure);
    case "loaded":
      return withStored(state, action.messages);
  }
}

function withTurn(state: ConversationState, message: string, replaces: string | undefined): ConversationState {
  const place = replaces === undefined ? -1 : state.messages.findIndex(({ id }) => id === replaces);
  const kept = place === -1 ? state.messages : state.messages.slice(0, place);
  const turns = state.turns + 1;
  const sent = { id: null, interrupted: false };
  const cost = { creditsUsed: CHAT_COST_CREDITS, answerPending: true };
  const question = { ...sent, ...cost, key: `sent-${turns}`, role: "user", content: message };
  const noCost = { creditsUsed: 0, answerPending: false };
  const answer = { ...sent, ...noCost, key: `answer-${turns}`, role: "assistant", content: "" };
  const messages = [...kept, question, answer];
  return { ...state, messages, before: state.messages, turns, isAnswering: true, failure: null };
}

function withEvent(state: ConversationState, event: ChatStreamEvent): ConversationState {
  switch (event.type) {
    case "metadata":
      return { ...state, sessionId: event.sessionId };
    case "content":
      return withAnswer(state, (answer) => ({ ...answer, content: answer.content + event.content }));
    case "done":
      return { ...state, isAnswering: false };
    case "error":
      return failTurn(state, event);
  }
}

/** The service says that no more will come, and what the message has cost after all. */
function failTurn(state: ConversationState, event: Extract<ChatStreamEvent, { type: "error" }>): ConversationState {
  const { error, creditsCharged } = event;
  const questionKey = state.messages.at(-2)?.key;
  const messages = state.messages.map((message) =>
    message.key === questionKey
      ? { ...message, answerPending: false, creditsUsed: creditsCharged ?? message.creditsUsed }
      : message,
  );
  return endTurn({ ...state, messages }, { kind: "refused", said: error, creditsCharged });
}

/** What has arrived stays; an answer of which nothing arrived is not shown. */
function endTurn(state: ConversationState, failure: Failure | null): ConversationState {
  const isEmpty = state.messages.at(-1)?.content === "";
  const kept = isEmpty
    ? { ...state, messages: state.messages.slice(0, -1) }
    : withAnswer(state, (answer) => ({ ...answer, interrupted: true }));
  return { ...kept, isAnswering: false, failure };
}

function withAnswer(state: ConversationState, change: (answer: ShownMessage) => ShownMessage): ConversationState {
  const last = state.messages.at(-1);
  return last ? { ...state, messages: [...state.messages.slice(0, -1), change(last)] } : state;
}

/** What the server has, and the part of an answer that it is still writing. Messages keep their place on the screen. */
function withStored(state: ConversationState, stored: readonly StoredMessage[]): ConversationState {
  if (state.isAnswering) return state;
  const messages = stored.map((message, index): ShownMessage => {
    const shown = state.messages[index];
    const isSame = shown !== undefined && shown.role === message.role && (shown.id ?? message.id) === message.id;
    return { ...message, key: isSame ? shown.key : message.id };
  });
  const part = state.messages[stored.length];
  const isPartOfNext = part?.role === "assistant" && part.id === null && stored.at(-1)?.role === "user";
  if (isPartOfNext) return { ...state, messages: [...messages, part] };
  return { ...state, messages, failure: withoutEnded(state.failure, stored) };
}

/** Nobody misses the rest of an answer that is here. */
function withoutEnded(failure: Failure | null, stored: readonly StoredMessage[]): Failure | null {
  const missedTheRest = failure?.kind === "cutOff" || failure?.kind === "stopped";
  return missedTheRest && stored.at(-1)?.role === "assistant" ? null : failure;
}
