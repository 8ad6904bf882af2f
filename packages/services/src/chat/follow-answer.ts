import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ANSWER_LOST, type ChatStreamEvent } from "@app/core/chat/chat-stream";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { mayStillRespond } from "../history/begin-generation";
import { perDatabase } from "../platform/batch";
import { consumeUserLimit } from "../platform/rate-limits";
import { endedEarly, joinAnswer, WRITE_INTERVAL_MS } from "./running-answers";

type Emit = (event: ChatStreamEvent) => void;

/** Reads an answer that was started by another request, for example before the page was reloaded. */
export interface AnswerReading {
  /** Emits `metadata`, the text so far, the rest as it comes, then `done` or `error`. Ends early when `signal` aborts. Never rejects. */
  run(emit: Emit, signal: AbortSignal): Promise<void>;
}

/** How often another process's answer is looked up. */
const LOOK_UP_INTERVAL_MS = 1_000;
/** A process writes a running answer every two seconds. After this silence it has died. */
const LOST_AFTER_MS = 15 * WRITE_INTERVAL_MS;
/** Look-ups without a change that show that it no longer writes. The stored time alone does not: the clocks of two processes may differ. */
const SILENT_LOOK_UPS = 5;
/** Longer than any answer takes. */
const READING_MAX_MS = 10 * 60 * 1000;
/** Of one user in one process: tabs and devices. */
const READINGS_MAX = 20;
const RETRY_AFTER_SECONDS = 10;

/**
 * Reads the answer to the newest message of a chat, wherever it is being streamed. Costs nothing.
 * @returns null when no answer is running
 * @throws AppError `not_found` for a chat of another user, `rate_limited`
 */
export async function followAnswer(ctx: UserContext, input: { sessionId: string }): Promise<AnswerReading | null> {
  await consumeUserLimit(ctx, "videoStatus");
  const { sessionId } = input;
  const session = await ctx.db.chatSession.findFirst({
    where: { id: sessionId, userId: ctx.actor.id, deletedAt: null },
    select: { id: true },
  });
  if (!session) throw new AppError("not_found", "Not found");
  // The answer to an earlier message, which its reader has stopped, may run longer.
  const message = await ctx.db.chatMessage.findFirst({
    where: { sessionId, role: "user", hiddenAt: null },
    select: { id: true, answerPending: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  if (!message?.answerPending) return null;
  const readings = readingsOf(ctx.db);
  const count = readings.get(ctx.actor.id) ?? 0;
  if (count >= READINGS_MAX)
    throw new AppError("rate_limited", "Too many readers of running answers", {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  readings.set(ctx.actor.id, count + 1);
  return {
    run: async (emit, signal) => {
      // Held by the catch below until the end: `AbortSignal.any` alone would lose it at a garbage collection (nodejs/node#57736).
      const timeout = AbortSignal.timeout(READING_MAX_MS);
      const deadline = AbortSignal.any([signal, timeout]);
      try {
        emit({ type: "metadata", sessionId, remainingCredits: await readBalance(ctx) });
        await readAnswer(ctx, message.id, emit, deadline);
      } catch (error) {
        // The reader sees the stream end without a last event, as after a lost connection, and comes back.
        if (!signal.aborted && !timeout.aborted)
          ctx.log.warn({ err: error, sessionId }, "running chat answer could not be read");
      } finally {
        const left = (readings.get(ctx.actor.id) ?? 1) - 1;
        if (left > 0) readings.set(ctx.actor.id, left);
        else readings.delete(ctx.actor.id);
      }
    },
  };
}

const readingsOf = perDatabase(() => new Map<string, number>());

/** Reads from this process when it streams the answer, otherwise from the database. */
async function readAnswer(ctx: UserContext, messageId: string, emit: Emit, signal: AbortSignal): Promise<void> {
  const left = new AbortController();
  const leave = joinAnswer(ctx, messageId, (event) => {
    emit(event);
    if (event.type === "done" || event.type === "error") left.abort();
  });
  if (!leave) return readStoredAnswer(ctx, messageId, emit, signal);
  await aborted(AbortSignal.any([signal, left.signal]));
  leave();
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/** Emits what another process writes, until the answer is stored, or until that process no longer writes. */
async function readStoredAnswer(ctx: UserContext, messageId: string, emit: Emit, signal: AbortSignal): Promise<void> {
  let sent = "";
  const emitNew = (text: string) => {
    if (text.length > sent.length) emit({ type: "content", content: text.slice(sent.length) });
    sent = text;
  };
  let lastAliveMs = 0;
  let silent = 0;
  while (!signal.aborted) {
    const state = await readState(ctx, messageId);
    // Deleted with its account.
    if (!state) return;
    emitNew(state.text);
    silent = state.aliveAt.getTime() === lastAliveMs ? silent + 1 : 0;
    lastAliveMs = state.aliveAt.getTime();
    const isOver = !state.answerPending || (isLost(ctx, state) && silent >= SILENT_LOOK_UPS);
    if (isOver) return emit(await lastEvent(ctx, state));
    await sleep(LOOK_UP_INTERVAL_MS, undefined, { signal });
  }
}

/**
 * Creates the function that looks for the response to a repeated request whose first one has stored none for its Idempotency-Key, for example
 * because its process died. It returns the events of the stored answer, or that the answer is lost, and null while the first request may
 * still respond itself. Create one for each repetition, because it remembers two times: when the answer was last seen to grow (see
 * `SILENT_LOOK_UPS`), and when the turn was first seen to have ended. After the end it waits for the first request to store its response,
 * because the reason of a failure is stored only there.
 */
export function recoverChat(): (ctx: UserContext, charge: { reference: string }) => Promise<ChatStreamEvent[] | null> {
  let seen = { aliveMs: 0, atMs: 0 };
  let endSeenMs: number | null = null;
  return async (ctx, { reference: messageId }) => {
    const state = await readState(ctx, messageId);
    if (!state) return null;
    if (state.aliveAt.getTime() !== seen.aliveMs) seen = { aliveMs: state.aliveAt.getTime(), atMs: performance.now() };
    const isSilent = performance.now() - seen.atMs >= SILENT_LOOK_UPS * LOOK_UP_INTERVAL_MS;
    if (state.answerPending && !(isLost(ctx, state) && isSilent)) return null;
    if (state.storedAt && mayStillRespond(ctx, { updatedAt: state.storedAt })) return null;
    // A turn that failed without an answer has no time of its end.
    if (!state.answerPending && !state.storedAt) {
      endSeenMs ??= performance.now();
      if (performance.now() - endSeenMs < SILENT_LOOK_UPS * LOOK_UP_INTERVAL_MS) return null;
    }
    const charge = await ctx.db.creditLedger.findUniqueOrThrow({ where: { id: messageId } });
    const events: ChatStreamEvent[] = [
      { type: "metadata", sessionId: state.sessionId, remainingCredits: charge.balanceAfter },
    ];
    if (state.text !== "") events.push({ type: "content", content: state.text });
    return [...events, await lastEvent(ctx, state)];
  };
}

interface AnswerState {
  sessionId: string;
  answerPending: boolean;
  creditsUsed: number;
  /** Of the answer, or of the part of it that is written. */
  text: string;
  isComplete: boolean;
  /** Null without a stored answer. */
  storedAt: Date | null;
  aliveAt: Date;
}

const isLost = (ctx: UserContext, { aliveAt }: AnswerState) => ctx.now().getTime() - aliveAt.getTime() > LOST_AFTER_MS;

/** The last event of an answer that is stored or lost. */
async function lastEvent(ctx: UserContext, state: AnswerState): Promise<ChatStreamEvent> {
  if (state.isComplete) return { type: "done" };
  if (state.answerPending) return { type: "error", error: ANSWER_LOST };
  return endedEarly({ creditsCharged: state.creditsUsed, remainingCredits: await readBalance(ctx) });
}

async function readState(ctx: UserContext, messageId: string): Promise<AnswerState | undefined> {
  const [state] = await ctx.db.$queryRaw<AnswerState[]>`
    SELECT question."sessionId", question."answerPending", question."creditsUsed", coalesce(answer.content, question."partialAnswer", '') AS text,
      answer.id IS NOT NULL AND NOT answer.interrupted AS "isComplete", answer."createdAt" AS "storedAt",
      coalesce(question."answerAliveAt", question."createdAt") AS "aliveAt"
    FROM chat_message question
    LEFT JOIN chat_message answer ON answer."sessionId" = question."sessionId" AND answer."answerTo" = question.id
    WHERE question.id = ${messageId}`;
  return state;
}

async function readBalance({ db, actor }: UserContext): Promise<number> {
  const user = await db.user.findUnique({ where: { id: actor.id }, select: { credits: true } });
  return user?.credits ?? actor.credits;
}
