import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import type { Failure } from "~/ui/failure";

/** A message as stored by the server. */
export interface StoredMessage {
  id: string;
  role: string;
  content: string;
  /** The content is incomplete. */
  interrupted: boolean;
  /** The message's cost: 0 for a reply, and for a refunded message. */
  creditsUsed: number;
  /** The reply to this message is still being generated. */
  answerPending: boolean;
}

/** A message on the screen. */
export interface ShownMessage extends Omit<StoredMessage, "id"> {
  /** React key; the same before and after the message is stored. */
  key: string;
  /** Null until the message is loaded from the server. */
  id: string | null;
}

export interface ConversationState {
  /** Null until the first reply of a new chat starts. */
  sessionId: string | null;
  messages: readonly ShownMessage[];
  /** The messages before the latest turn, restored when the server refuses it. */
  messagesBeforeTurn: readonly ShownMessage[];
  turns: number;
  isReplying: boolean;
  failure: Failure | null;
}

export type ConversationAction =
  /** `replaces` is the id of the message to replace, together with all messages after it. */
  | { type: "sent"; message: string; replaces?: string | undefined }
  /** The server refused the message or could not be reached. Nothing was charged. */
  | { type: "refused"; failure: Failure }
  | { type: "event"; event: ChatStreamEvent }
  /** The stream ended without a final event, or the user stopped it. */
  | { type: "interrupted"; failure: Failure | null }
  /** The page was reloaded. */
  | { type: "loaded"; messages: readonly StoredMessage[] };

export function startConversation(sessionId: string | null, stored: readonly StoredMessage[]): ConversationState {
  const messages = stored.map((message) => ({ ...message, key: message.id }));
  return { sessionId, messages, messagesBeforeTurn: messages, turns: 0, isReplying: false, failure: null };
}

/** While `isReplying`, the last message is the reply. */
export function conversationReducer(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case "sent":
      return startTurn(state, action.message, action.replaces);
    case "refused":
      return { ...state, messages: state.messagesBeforeTurn, isReplying: false, failure: action.failure };
    case "event":
      return applyEvent(state, action.event);
    case "interrupted":
      return endTurn(state, action.failure);
    case "loaded":
      return mergeStored(state, action.messages);
  }
}

function startTurn(state: ConversationState, message: string, replaces: string | undefined): ConversationState {
  const replacedIndex = replaces === undefined ? -1 : state.messages.findIndex(({ id }) => id === replaces);
  const kept = replacedIndex === -1 ? state.messages : state.messages.slice(0, replacedIndex);
  const turns = state.turns + 1;
  const unstored = { id: null, interrupted: false };
  const charged = { creditsUsed: CHAT_COST_CREDITS, answerPending: true };
  const userMessage = { ...unstored, ...charged, key: `user-${turns}`, role: "user", content: message };
  const free = { creditsUsed: 0, answerPending: false };
  const reply = { ...unstored, ...free, key: `reply-${turns}`, role: "assistant", content: "" };
  const messages = [...kept, userMessage, reply];
  return { ...state, messages, messagesBeforeTurn: state.messages, turns, isReplying: true, failure: null };
}

function applyEvent(state: ConversationState, event: ChatStreamEvent): ConversationState {
  switch (event.type) {
    case "metadata":
      return { ...state, sessionId: event.sessionId };
    case "content":
      return updateReply(state, (reply) => ({ ...reply, content: reply.content + event.content }));
    case "done":
      return { ...state, isReplying: false };
    case "error":
      return failTurn(state, event);
  }
}

/** Ends the turn with the error, and updates what the message cost. */
function failTurn(state: ConversationState, event: Extract<ChatStreamEvent, { type: "error" }>): ConversationState {
  const { error, creditsCharged } = event;
  const userMessageKey = state.messages.at(-2)?.key;
  const messages = state.messages.map((message) =>
    message.key === userMessageKey
      ? { ...message, answerPending: false, creditsUsed: creditsCharged ?? message.creditsUsed }
      : message,
  );
  return endTurn({ ...state, messages }, { kind: "refused", message: error, creditsCharged });
}

/** Marks a partial reply as interrupted and removes an empty one. */
function endTurn(state: ConversationState, failure: Failure | null): ConversationState {
  const isEmpty = state.messages.at(-1)?.content === "";
  const next = isEmpty
    ? { ...state, messages: state.messages.slice(0, -1) }
    : updateReply(state, (reply) => ({ ...reply, interrupted: true }));
  return { ...next, isReplying: false, failure };
}

function updateReply(state: ConversationState, change: (reply: ShownMessage) => ShownMessage): ConversationState {
  const last = state.messages.at(-1);
  return last ? { ...state, messages: [...state.messages.slice(0, -1), change(last)] } : state;
}

/** Takes over the stored messages and keeps a partial reply that is not stored yet. Messages keep their React keys. */
function mergeStored(state: ConversationState, stored: readonly StoredMessage[]): ConversationState {
  if (state.isReplying) return state;
  const messages = stored.map((message, index): ShownMessage => {
    const shown = state.messages[index];
    const isSame = shown !== undefined && shown.role === message.role && (shown.id ?? message.id) === message.id;
    return { ...message, key: isSame ? shown.key : message.id };
  });
  const next = state.messages[stored.length];
  const isPartialReply = next?.role === "assistant" && next.id === null && stored.at(-1)?.role === "user";
  if (isPartialReply) return { ...state, messages: [...messages, next] };
  return { ...state, messages, failure: clearReadingFailure(state.failure, stored) };
}

/** A failure to read the reply no longer matters once the whole reply is stored. */
function clearReadingFailure(failure: Failure | null, stored: readonly StoredMessage[]): Failure | null {
  const isReadingFailure = failure?.kind === "cutOff" || failure?.kind === "stopped";
  return isReadingFailure && stored.at(-1)?.role === "assistant" ? null : failure;
}
