import type { ChatStreamEvent } from "@app/core/chat/stream-events";
import type { Failure } from "../failure/failure";

/** A message as the conversation shows it. */
export interface ShownMessage {
  id: string;
  role: string;
  content: string;
  /** Only the part that arrived. */
  interrupted: boolean;
}

export interface ConversationState {
  /** Null until the first answer of a new conversation begins. */
  sessionId: string | null;
  messages: readonly ShownMessage[];
  isAnswering: boolean;
  failure: Failure | null;
}

export type ConversationAction =
  | { type: "sent"; message: string }
  /** The server took the message for nothing: no credits, no session, or it was not reached at all. */
  | { type: "refused"; failure: Failure }
  | { type: "event"; event: ChatStreamEvent }
  /** The stream ended without saying how, or the reader has had enough. */
  | { type: "cut"; failure: Failure | null };

export function startConversation(sessionId: string | null, messages: readonly ShownMessage[]): ConversationState {
  return { sessionId, messages, isAnswering: false, failure: null };
}

/** The conversation after something happened. While it is answering, the last message is the answer. */
export function conversationReducer(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case "sent":
      return {
        ...state,
        messages: [...state.messages, ...newTurn(state, action.message)],
        isAnswering: true,
        failure: null,
      };
    case "refused":
      return { ...state, messages: state.messages.slice(0, -2), isAnswering: false, failure: action.failure };
    case "event":
      return withEvent(state, action.event);
    case "cut":
      return endTurn(state, action.failure);
  }
}

function newTurn(state: ConversationState, message: string): [ShownMessage, ShownMessage] {
  const position = state.messages.length;
  return [
    { id: `sent-${position}`, role: "user", content: message, interrupted: false },
    { id: `answer-${position}`, role: "assistant", content: "", interrupted: false },
  ];
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
      return endTurn(state, { kind: "refused", said: event.error });
  }
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
