import type { ChatStreamEvent } from "@app/core/chat/chat-stream";
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
  /** The versions of the user's message; null when there is one. */
  versions: { ids: string[]; isSameText: boolean } | null;
  /** See `markTextFirst`. */
  isTextFirst?: boolean;
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
  /** The user stopped the reply. Its rest is not shown until the user continues. */
  isStopped: boolean;
  /** The next text replaces the reply: a resumed reply begins with all of its text so far. */
  isResuming: boolean;
  failure: Failure | null;
}

export type ConversationAction =
  /** `replaces` is the id of the message to replace, together with all messages after it. */
  | { type: "sent"; message: string; costCredits: number; replaces?: string | undefined }
  /** The server refused the message, or did not respond: then it may be charged, and the same Idempotency-Key pays for it once. */
  | { type: "refused"; failure: Failure }
  | { type: "event"; event: ChatStreamEvent }
  /** The stream ended without a final event. */
  | { type: "interrupted"; failure: Failure }
  | { type: "stopped" }
  /** The user wants to see the rest of a stopped reply. */
  | { type: "continued" }
  /** A reply that was started before is streamed to this page. */
  | { type: "resumed" }
  /** The page's data was loaded, at first or again. */
  | { type: "loaded"; messages: readonly StoredMessage[] };

export function startConversation(sessionId: string | null, stored: readonly StoredMessage[]): ConversationState {
  const messages = stored.map(asShown);
  return { sessionId, messages, messagesBeforeTurn: messages, turns: 0, ...AT_REST };
}

const asShown = (message: StoredMessage): ShownMessage => ({ ...message, key: message.id });

const AT_REST = { isReplying: false, isStopped: false, isResuming: false, failure: null } as const;

/** While `isReplying`, the last message is the reply. */
export function conversationReducer(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case "sent":
      return startTurn(state, action);
    case "refused":
      return { ...state, ...AT_REST, messages: state.messagesBeforeTurn, failure: action.failure };
    case "event":
      return applyEvent(state, action.event);
    case "interrupted":
      return endTurn(state, action.failure);
    case "stopped":
      return { ...withoutEmptyReply(state), ...AT_REST, isStopped: true };
    case "continued":
      return { ...state, isStopped: false };
    case "resumed":
      return resumeTurn(state);
    case "loaded":
      return mergeStored(state, action.messages);
  }
}

function startTurn(
  state: ConversationState,
  { message, replaces, costCredits }: Extract<ConversationAction, { type: "sent" }>,
): ConversationState {
  const replacedIndex = replaces === undefined ? -1 : state.messages.findIndex(({ id }) => id === replaces);
  const kept = replacedIndex === -1 ? state.messages : state.messages.slice(0, replacedIndex);
  const turns = state.turns + 1;
  const charged = { creditsUsed: costCredits, answerPending: true };
  const userMessage = { ...UNSTORED, ...charged, key: `user-${turns}`, role: "user", content: message };
  const messages = [...kept, userMessage, emptyReply(turns)];
  return { ...state, ...AT_REST, messages, messagesBeforeTurn: state.messages, turns, isReplying: true };
}

const UNSTORED = { id: null, interrupted: false, versions: null };

function emptyReply(turns: number): ShownMessage {
  return { ...UNSTORED, creditsUsed: 0, answerPending: false, key: `reply-${turns}`, role: "assistant", content: "" };
}

/** Goes on with the reply that is shown in part, or begins one. */
function resumeTurn(state: ConversationState): ConversationState {
  const turns = state.turns + 1;
  const last = state.messages.at(-1);
  const messages =
    last?.role === "assistant"
      ? updateReply(state, (reply) => ({ ...reply, interrupted: false })).messages
      : [...state.messages, emptyReply(turns)];
  return {
    ...state,
    ...AT_REST,
    messages,
    messagesBeforeTurn: state.messages,
    turns,
    isReplying: true,
    isResuming: true,
  };
}

function applyEvent(state: ConversationState, event: ChatStreamEvent): ConversationState {
  switch (event.type) {
    case "metadata":
      return { ...state, sessionId: event.sessionId };
    case "content":
      return updateReply({ ...state, isResuming: false }, (reply) => ({
        ...reply,
        content: (state.isResuming ? "" : reply.content) + event.content,
      }));
    case "done":
      return { ...updateQuestion(state, { answerPending: false }), ...AT_REST };
    case "error":
      return failTurn(state, event);
  }
}

/** Ends the turn with the error, and updates what the message cost. */
function failTurn(state: ConversationState, event: Extract<ChatStreamEvent, { type: "error" }>): ConversationState {
  const { error, creditsCharged } = event;
  const charge = creditsCharged === undefined ? {} : { creditsUsed: creditsCharged };
  const charged = updateQuestion(state, { answerPending: false, ...charge });
  return endTurn(charged, { kind: "refused", message: error, creditsCharged });
}

/** Changes the message that the reply answers. */
function updateQuestion(state: ConversationState, change: Partial<ShownMessage>): ConversationState {
  const key = state.messages.at(-2)?.key;
  const messages = state.messages.map((message) => (message.key === key ? { ...message, ...change } : message));
  return { ...state, messages };
}

/** Marks a partial reply as interrupted and removes an empty one. */
function endTurn(state: ConversationState, failure: Failure | null): ConversationState {
  const shown = withoutEmptyReply(state);
  const hasReply = shown.messages.at(-1)?.role === "assistant";
  const next = hasReply ? updateReply(shown, (reply) => ({ ...reply, interrupted: true })) : shown;
  return { ...next, ...AT_REST, failure };
}

function withoutEmptyReply(state: ConversationState): ConversationState {
  const isEmpty = state.messages.at(-1)?.content === "";
  return isEmpty ? { ...state, messages: state.messages.slice(0, -1) } : state;
}

function updateReply(state: ConversationState, change: (reply: ShownMessage) => ShownMessage): ConversationState {
  const last = state.messages.at(-1);
  return last ? { ...state, messages: [...state.messages.slice(0, -1), change(last)] } : state;
}

/** Takes over the stored messages and keeps a partial reply that is not stored yet. Messages keep their React keys. */
function mergeStored(before: ConversationState, stored: readonly StoredMessage[]): ConversationState {
  if (before.isReplying) return before;
  const merged = startingWith(before, stored);
  // Nothing is held back after a message that another tab or browser has sent: the stopped reply is no longer the last one.
  const state = {
    ...merged,
    isStopped: merged.isStopped && lastQuestionIndex(stored) <= lastQuestionIndex(merged.messages),
  };
  const reply = state.messages.at(-1);
  const isReplyStored = stored.length > lastQuestionIndex(state.messages) + 1;
  const isHeldBack = state.isStopped && isReplyStored && stored.at(-1)?.role === "assistant";
  // The rest of a stopped reply is stored by now. It is shown when the user continues.
  if (isHeldBack && (reply?.role === "user" || reply?.id === null)) {
    const shown = mergeStored({ ...state, isStopped: false }, stored.slice(0, -1));
    const messages =
      reply.role === "assistant" ? [...shown.messages.slice(0, stored.length - 1), reply] : shown.messages;
    return { ...state, messages };
  }
  const messages = stored.map((message, index): ShownMessage => {
    const shown = state.messages[index];
    const isSame = shown !== undefined && shown.role === message.role && (shown.id ?? message.id) === message.id;
    return { ...message, key: isSame ? shown.key : message.id };
  });
  const next = state.messages[stored.length];
  const isPartialReply =
    next?.role === "assistant" && next.id === null && isSameQuestion(state.messages[stored.length - 1], stored.at(-1));
  if (isPartialReply) return { ...state, messages: [...messages, next] };
  // Stopped before the server had stored the message.
  if (state.isStopped && next?.role === "user" && next.id === null) return { ...state, messages: [...messages, next] };
  return { ...state, messages, failure: clearReadingFailure(state.failure, stored) };
}

/** A message that was sent here has no id until it is loaded. Then another tab may have replaced it. */
function isSameQuestion(shown: ShownMessage | undefined, stored: StoredMessage | undefined): boolean {
  if (!shown || stored?.role !== "user") return false;
  return shown.content === stored.content && (shown.id ?? stored.id) === stored.id;
}

const lastQuestionIndex = (messages: readonly Pick<StoredMessage, "role">[]) =>
  messages.findLastIndex(({ role }) => role === "user");

/** Lets the messages on the screen begin with the first stored one: of a long chat only the newest are loaded, or more than before. */
function startingWith(state: ConversationState, stored: readonly StoredMessage[]): ConversationState {
  const left = state.messages.findIndex(({ id }) => id !== null && id === stored[0]?.id);
  if (left > 0) return { ...state, messages: state.messages.slice(left) };
  const added = stored.findIndex(({ id }) => id === state.messages[0]?.id);
  return added > 0 ? { ...state, messages: [...stored.slice(0, added).map(asShown), ...state.messages] } : state;
}

/** A failure to read the reply no longer matters once the whole reply is stored. */
function clearReadingFailure(failure: Failure | null, stored: readonly StoredMessage[]): Failure | null {
  const isReadingFailure = failure?.kind === "cutOff";
  return isReadingFailure && stored.at(-1)?.role === "assistant" ? null : failure;
}
