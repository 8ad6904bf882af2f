import { useEffect, useReducer, useRef } from "react";
import { type Failure, isDecided, UNREACHABLE } from "~/ui/failure";
import { useBalance } from "~/ui/shell/viewer";
import { announceChange } from "~/ui/tab-changes";
import { dropDraft, readDraft, useDraft } from "~/ui/use-draft";
import { useReloadData } from "~/ui/use-reload-data";
import { joinChatStream, openChatStream, readChatStream } from "./chat-stream";
import { conversationReducer, type StoredMessage, startConversation } from "./conversation-state";
import { keyForRequest, messageIsBackInField, requestAnswered, unansweredMessage } from "./unanswered-request";

const CUT_OFF: Failure = { kind: "cutOff" };

/** Why reading a reply was aborted: by the user, because the next message was sent, or because the component was unmounted. */
type AbortReason = "stopped" | "superseded" | "unmounted";

interface ConversationOptions {
  sessionId: string | null;
  messages: readonly StoredMessage[];
  /** Called when the server has accepted a message: a new chat has its id now. */
  onTurnStart: (sessionId: string) => void;
  /** Called when a reply has ended, successfully or not. */
  onTurnEnd: (sessionId: string) => void;
}

export interface SendOptions {
  message: string;
  costCredits: number;
  /** The text model; absent for the default. */
  model: string | undefined;
  /** The id of the message to replace, together with all messages after it. */
  replaces?: string | undefined;
  /** The server refused the message or could not be reached. */
  onRefused: (failure: Failure) => void;
}

/** Tries to join the reply to one message; more would not help. */
const JOINS_MAX = 5;
const JOIN_DELAY_MS = 1_000;
/** How often the chat is reloaded while a stopped answer to an earlier message is still being written. */
const EARLIER_ANSWER_LOOK_MS = 5_000;

/**
 * The state of a conversation, and `send`, `stop` and `proceed` for its turns. Messages loaded by the page are merged in between turns. A
 * reply that is being written elsewhere, or was before a reload, is joined.
 */
export function useConversation({ sessionId, messages, onTurnStart, onTurnEnd }: ConversationOptions) {
  const [state, dispatch] = useReducer(conversationReducer, null, () => startConversation(sessionId, messages));
  const { setCredits } = useBalance();
  const currentRequest = useRef<AbortController | null>(null);
  const abort = (reason: AbortReason) => currentRequest.current?.abort(reason);
  const stopsOnStart = useRef(false);
  useEffect(() => () => currentRequest.current?.abort("unmounted" satisfies AbortReason), []);
  useEffect(() => dispatch({ type: "loaded", messages }), [messages]);
  const announceTurn = useTurnsInOtherTabs(state.sessionId);

  async function send({ message, costCredits, model, replaces, onRefused }: SendOptions): Promise<void> {
    dispatch({ type: "sent", message, costCredits, replaces });
    const request = { message, sessionId: state.sessionId, replaces, model };
    const idempotencyKey = keyForRequest(request);
    const refuse = (failure: Failure) => {
      if (isDecided(failure)) requestAnswered(request.sessionId);
      dispatch({ type: "refused", failure });
      onRefused(failure);
    };
    await readReply(async (signal) => {
      const stream = await openChatStream({ ...request, idempotencyKey }, signal);
      if (stream.ok) return stream.body;
      refuse(stream.failure);
      return null;
    }, refuse);
  }

  /** Joins the reply that is being written, and loads the chat when there is none any more. */
  async function join(joinedId: string): Promise<void> {
    await readReply(async (signal) => {
      const body = await joinChatStream(joinedId, signal);
      signal.throwIfAborted();
      if (body) dispatch({ type: "resumed" });
      else onTurnEnd(joinedId);
      return body;
    });
  }

  /**
   * Reads a reply to its end. `open` resolves to null when there is nothing to read.
   * @param refuse called when the reply to a new chat ended before its first event: without its id the chat could not go on
   */
  async function readReply(
    open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null>,
    refuse?: (failure: Failure) => void,
  ): Promise<void> {
    abort("superseded");
    const controller = new AbortController();
    currentRequest.current = controller;
    stopsOnStart.current = false;
    const turn = { sessionId: state.sessionId };
    try {
      const body = await open(controller.signal);
      if (body === null) return;
      await readTurn(body, turn, controller.signal);
    } catch {
      const { aborted, reason } = controller.signal;
      if (aborted && reason !== "stopped") return;
      if (!aborted && turn.sessionId === null) return refuse?.(UNREACHABLE);
      dispatch(aborted ? { type: "stopped" } : { type: "interrupted", failure: CUT_OFF });
    }
    announceChange();
    if (turn.sessionId === null) return;
    announceTurn(turn.sessionId);
    onTurnEnd(turn.sessionId);
  }

  /**
   * Sets `turn.sessionId` of a new chat.
   * @throws when the stream ends without a final event
   */
  async function readTurn(
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
    turn: { sessionId: string | null },
    signal: AbortSignal,
  ): Promise<void> {
    let hasEnded = false;
    for await (const event of readChatStream(body)) {
      dispatch({ type: "event", event });
      if (event.type === "done" || event.type === "error") hasEnded = true;
      if (event.type === "error") joins.current.count = JOINS_MAX;
      if (event.type === "error" && event.remainingCredits !== undefined) setCredits(event.remainingCredits);
      if (event.type === "metadata") {
        requestAnswered(turn.sessionId);
        setCredits(event.remainingCredits);
        announceTurn(event.sessionId);
        if (turn.sessionId === null) onTurnStart(event.sessionId);
        turn.sessionId = event.sessionId;
        if (stopsOnStart.current) abort("stopped");
        signal.throwIfAborted();
      }
    }
    if (!hasEnded) throw new Error("cut off");
  }

  const question = state.messages.findLast(({ role }) => role === "user");
  const isAnswerMissing = question?.answerPending === true && question.id !== null;
  const isAwaited = question?.answerPending === true && !state.isReplying && !state.isStopped;
  // Null until the message is stored, too.
  const awaitedId = isAwaited ? question.id : null;
  const joins = useRef<{ messageId: string | null; count: number }>({ messageId: null, count: 0 });
  // Also after each load of the page's data, as long as the reply is missing.
  useEffect(() => {
    if (awaitedId === null || state.sessionId === null) return;
    if (joins.current.messageId !== awaitedId) joins.current = { messageId: awaitedId, count: 0 };
    if (joins.current.count >= JOINS_MAX) return;
    const delayMs = JOIN_DELAY_MS * joins.current.count;
    joins.current.count += 1;
    const joinedId = state.sessionId;
    const timer = setTimeout(() => void join(joinedId), delayMs);
    return () => clearTimeout(timer);
  }, [awaitedId, state.sessionId, messages]);

  // The user stopped an answer and sent another message. Reloads until the stopped answer is stored, so that it is shown.
  const isEarlierAwaited =
    !state.isReplying && state.messages.some((message) => message.answerPending && message !== question);
  useEffect(() => {
    if (!isEarlierAwaited || state.sessionId === null) return;
    const awaitedIn = state.sessionId;
    const timer = setTimeout(() => onTurnEnd(awaitedIn), EARLIER_ANSWER_LOOK_MS);
    return () => clearTimeout(timer);
  }, [isEarlierAwaited, state.sessionId, messages]);

  return {
    ...state,
    /** An answer is written, but not to this page now. */
    isAwaited,
    send,
    /**
     * Stops the reply. That of a new chat stops when it starts: without its id the chat could not go on, and it may be charged already.
     * Called again, it stops at once, because the server may not respond at all.
     */
    stop: () => {
      if (state.sessionId === null && !stopsOnStart.current) stopsOnStart.current = true;
      else abort("stopped");
    },
    /** Shows the rest of a stopped reply. */
    proceed: () => {
      dispatch({ type: "continued" });
      joins.current = { messageId: null, count: 0 };
      if (state.sessionId !== null && !isAnswerMissing) onTurnEnd(state.sessionId);
    },
  };
}

const CHANNEL = "genmint-chat";

/** Loads the page's data when another tab sends a message in the same chat. @returns announces a message of this tab */
function useTurnsInOtherTabs(sessionId: string | null): (sessionId: string) => void {
  const reloadData = useReloadData();
  const channel = useRef<BroadcastChannel | null>(null);
  const current = useRef(sessionId);
  current.current = sessionId;
  useEffect(() => {
    const opened = new BroadcastChannel(CHANNEL);
    channel.current = opened;
    opened.onmessage = ({ data }) => {
      if (data === current.current) reloadData();
    };
    return () => {
      channel.current = null;
      opened.close();
    };
  }, [reloadData]);
  return (changedId) => channel.current?.postMessage(changedId);
}

/** An unsent edit of a message. */
interface EditDraft {
  messageId: string;
  text: string;
}

const inFrontOf = (typed: string, message: string) => (typed === "" ? message : `${message}\n\n${typed}`);

/** Names the drafts of a chat that has no id yet. */
const NEW_CHAT = "new";

/** Unsent text of a conversation. Survives leaving the page, for example for a checkout. */
export function useConversationDrafts(sessionId: string | null) {
  const name = sessionId ?? NEW_CHAT;
  const wasNew = useRef(sessionId === null);
  const [message, setMessage] = useDraft(`chat.message.${name}`, "");
  const [edit, setEdit] = useDraft<EditDraft | null>(`chat.edit.${name}`, null);
  const latest = useRef(message);
  latest.current = message;
  useEffect(() => {
    // The page was reloaded before the server responded. Sent again, the message is charged once.
    const unanswered = unansweredMessage(sessionId);
    if (unanswered === null) return;
    // Text that was typed after it is stored, but not in the state yet.
    const typed = readDraft<string>(`chat.message.${name}`) ?? "";
    if (!typed.includes(unanswered)) setMessage(inFrontOf(typed, unanswered));
    messageIsBackInField(sessionId);
  }, []);
  // A new chat has got its id: what was typed meanwhile is of this chat, not of the next new one.
  useEffect(() => {
    if (!wasNew.current || sessionId === null) return;
    wasNew.current = false;
    setMessage(latest.current);
    dropDraft(`chat.message.${NEW_CHAT}`);
  }, [sessionId, setMessage]);
  /** Puts a refused message back into the field, in front of what the user has typed meanwhile. */
  const restoreMessage = (refused: string) => {
    setMessage(inFrontOf(latest.current, refused));
    messageIsBackInField(sessionId);
  };
  return { message, setMessage, restoreMessage, edit, setEdit };
}
