import { useRevalidator } from "@remix-run/react";
import { useEffect, useReducer, useRef, useState } from "react";
import { type Failure, UNREACHABLE } from "~/ui/failure";
import { useBalance } from "~/ui/shell/viewer";
import { useDraft } from "~/ui/use-draft";
import { createIdempotencyKeys } from "~/ui/use-idempotent-mutation";
import { openChatStream, readChatStream } from "./chat-stream";
import { conversationReducer, type StoredMessage, startConversation } from "./conversation-state";

const CUT_OFF: Failure = { kind: "cutOff" };
const STOPPED: Failure = { kind: "stopped" };

/** Why reading ends early: the reader's wish, or that nobody is there to read. */
type EndReason = "stopped" | "left";

interface ConversationOptions {
  sessionId: string | null;
  messages: readonly StoredMessage[];
  /** An answer has ended, well or not. */
  onTurnEnd: (sessionId: string) => void;
}

export interface SendOptions {
  message: string;
  /** The message that gives way to this one, with all that follows it. */
  replaces?: string | undefined;
  /** The message was not taken: it is the reader's to send again. */
  onRefused: (failure: Failure) => void;
}

/** A conversation and the answer that is arriving in it. What the page loads later is taken in between answers. */
export function useConversation({ sessionId, messages, onTurnEnd }: ConversationOptions) {
  const [state, dispatch] = useReducer(conversationReducer, null, () => startConversation(sessionId, messages));
  const [keys] = useState(createIdempotencyKeys);
  const { setCredits } = useBalance();
  const reading = useRef<AbortController | null>(null);
  const end = (reason: EndReason) => reading.current?.abort(reason);
  useEffect(() => () => reading.current?.abort("left" satisfies EndReason), []);
  useEffect(() => dispatch({ type: "loaded", messages }), [messages]);

  async function send({ message, replaces, onRefused }: SendOptions): Promise<void> {
    const controller = new AbortController();
    reading.current = controller;
    dispatch({ type: "sent", message, replaces });
    const turn = { sessionId: state.sessionId };
    try {
      const request = { message, sessionId: turn.sessionId, replaces };
      const idempotencyKey = keys.keyFor(request);
      const opened = await openChatStream({ ...request, idempotencyKey }, controller.signal);
      if (opened.ok || opened.failure !== UNREACHABLE) keys.responseReceived();
      if (!opened.ok) {
        dispatch({ type: "refused", failure: opened.failure });
        onRefused(opened.failure);
        return;
      }
      await readTurn(opened.body, turn);
    } catch {
      if (controller.signal.reason === "left") return;
      dispatch({ type: "cut", failure: controller.signal.aborted ? STOPPED : CUT_OFF });
    }
    if (turn.sessionId !== null) onTurnEnd(turn.sessionId);
  }

  /** Reads an answer to its end. A new conversation's turn learns its session on the way. */
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
    if (!hasEnded) dispatch({ type: "cut", failure: CUT_OFF });
  }

  return { ...state, send, stop: () => end("stopped") };
}

/** A message of the reader's while it is changed. */
interface EditDraft {
  messageId: string;
  text: string;
}

/** What the reader is writing in a conversation, kept on the way to a checkout and back. */
export function useConversationDrafts(sessionId: string | null) {
  // A new chat that gets its address keeps the name: what is being written goes on.
  const [name] = useState(sessionId ?? "new");
  const [message, setMessage] = useDraft(`chat.message.${name}`, "");
  const [edit, setEdit] = useDraft<EditDraft | null>(`chat.edit.${name}`, null);
  const latest = useRef(message);
  latest.current = message;
  /** Gives a message back to the field; someone who has begun the next one meanwhile keeps that one. */
  const takeBack = (refused: string) => {
    if (latest.current === "") setMessage(refused);
  };
  return { message, setMessage, takeBack, edit, setEdit };
}

const POLL_INTERVAL_MS = 3_000;
/** An answer that takes longer than these looks is not waited for. */
const POLLS_MAX = 20;

/** Loads the page again from time to time while an answer is being written that this page is not reading. */
export function useAnswerPolling(isAwaited: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isAwaited) return;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks >= POLLS_MAX) clearInterval(timer);
      revalidate();
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isAwaited, revalidate]);
}
