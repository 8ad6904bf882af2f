import { useRevalidator } from "@remix-run/react";
import { useEffect, useReducer, useRef, useState } from "react";
import { type Failure, UNREACHABLE } from "~/ui/failure";
import { useBalance } from "~/ui/shell/viewer";
import { announceChange } from "~/ui/tab-changes";
import { useDraft } from "~/ui/use-draft";
import { createIdempotencyKeys } from "~/ui/use-idempotent-mutation";
import { openChatStream, readChatStream } from "./chat-stream";
import { conversationReducer, type StoredMessage, startConversation } from "./conversation-state";

const CUT_OFF: Failure = { kind: "cutOff" };
const STOPPED: Failure = { kind: "stopped" };

/** Why reading a reply was aborted: by the user, or because the component was unmounted. */
type AbortReason = "stopped" | "unmounted";

interface ConversationOptions {
  sessionId: string | null;
  messages: readonly StoredMessage[];
  /** Called when a reply has ended, successfully or not. */
  onTurnEnd: (sessionId: string) => void;
}

export interface SendOptions {
  message: string;
  /** The id of the message to replace, together with all messages after it. */
  replaces?: string | undefined;
  /** The server refused the message or could not be reached. */
  onRefused: (failure: Failure) => void;
}

/** The state of a conversation, and `send` and `stop` for its turns. Messages loaded by the page are merged in between turns. */
export function useConversation({ sessionId, messages, onTurnEnd }: ConversationOptions) {
  const [state, dispatch] = useReducer(conversationReducer, null, () => startConversation(sessionId, messages));
  const [idempotencyKeys] = useState(createIdempotencyKeys);
  const { setCredits } = useBalance();
  const currentRequest = useRef<AbortController | null>(null);
  const abort = (reason: AbortReason) => currentRequest.current?.abort(reason);
  useEffect(() => () => currentRequest.current?.abort("unmounted" satisfies AbortReason), []);
  useEffect(() => dispatch({ type: "loaded", messages }), [messages]);

  async function send({ message, replaces, onRefused }: SendOptions): Promise<void> {
    const controller = new AbortController();
    currentRequest.current = controller;
    dispatch({ type: "sent", message, replaces });
    const turn = { sessionId: state.sessionId };
    try {
      const request = { message, sessionId: turn.sessionId, replaces };
      const idempotencyKey = idempotencyKeys.keyFor(request);
      const stream = await openChatStream({ ...request, idempotencyKey }, controller.signal);
      if (stream.ok || stream.failure !== UNREACHABLE) idempotencyKeys.responseReceived();
      if (!stream.ok) {
        dispatch({ type: "refused", failure: stream.failure });
        onRefused(stream.failure);
        return;
      }
      await readTurn(stream.body, turn);
    } catch {
      if (controller.signal.reason === "unmounted") return;
      dispatch({ type: "interrupted", failure: controller.signal.aborted ? STOPPED : CUT_OFF });
    }
    announceChange();
    if (turn.sessionId !== null) onTurnEnd(turn.sessionId);
  }

  /** Reads a reply to its end. Sets `turn.sessionId` of a new chat. */
  async function readTurn(
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
    turn: { sessionId: string | null },
  ): Promise<void> {
    let hasEnded = false;
    for await (const event of readChatStream(body)) {
      dispatch({ type: "event", event });
      if (event.type === "done" || event.type === "error") hasEnded = true;
      if (event.type === "error" && event.remainingCredits !== undefined) setCredits(event.remainingCredits);
      if (event.type === "metadata") {
        turn.sessionId = event.sessionId;
        setCredits(event.remainingCredits);
      }
    }
    if (!hasEnded) dispatch({ type: "interrupted", failure: CUT_OFF });
  }

  return { ...state, send, stop: () => abort("stopped") };
}

/** An unsent edit of a message. */
interface EditDraft {
  messageId: string;
  text: string;
}

/** Unsent text of a conversation. Survives leaving the page, for example for a checkout. */
export function useConversationDrafts(sessionId: string | null) {
  // Keeps its name when a new chat gets its session id, so that the draft is not lost.
  const [name] = useState(sessionId ?? "new");
  const [message, setMessage] = useDraft(`chat.message.${name}`, "");
  const [edit, setEdit] = useDraft<EditDraft | null>(`chat.edit.${name}`, null);
  const latest = useRef(message);
  latest.current = message;
  /** Puts a refused message back into the field, unless the user has started another one. */
  const restoreMessage = (refused: string) => {
    if (latest.current === "") setMessage(refused);
  };
  return { message, setMessage, restoreMessage, edit, setEdit };
}

const POLL_INTERVAL_MS = 3_000;
/** Stops polling after a minute. */
const POLLS_MAX = 20;

/** Polls for a reply that is being generated but not streamed to this page, by revalidating the page. */
export function useReplyPolling(isAwaited: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isAwaited) return;
    let polls = 0;
    const timer = setInterval(() => {
      polls += 1;
      if (polls >= POLLS_MAX) clearInterval(timer);
      revalidate();
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isAwaited, revalidate]);
}
