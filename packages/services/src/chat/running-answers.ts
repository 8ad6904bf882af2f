import { CHAT_STREAM_ERROR, type ChatStreamEvent } from "@app/core/chat/chat-stream";
import type { Db } from "@app/db/client/db";
import type { ServiceContext } from "../context";
import { batchPerDatabase, perDatabase } from "../platform/batch";

/*
 * Answers that this process is streaming. Readers in this process get each event as it comes. For readers in other processes, and for the
 * case that this one dies, the text is written to the message every two seconds.
 */

type Emit = (event: ChatStreamEvent) => void;

interface RunningAnswer {
  text: string;
  readers: Set<Emit>;
}

const runningOf = perDatabase(() => new Map<string, RunningAnswer>());

/** Most answers are shorter than this, and are never written in part. */
export const WRITE_INTERVAL_MS = 2_000;

/**
 * Makes an answer readable by others while `run` streams it.
 * @param messageId the message that is answered
 * @param emit the reader who sent the message
 * @param writeIntervalMs for tests
 */
export async function shareAnswer(
  ctx: ServiceContext,
  messageId: string,
  emit: Emit,
  run: (emit: Emit) => Promise<void>,
  writeIntervalMs = WRITE_INTERVAL_MS,
): Promise<void> {
  const answers = runningOf(ctx.db);
  const answer: RunningAnswer = { text: "", readers: new Set([emit]) };
  answers.set(messageId, answer);
  const timer = setInterval(() => writePart(ctx, messageId, answer.text), writeIntervalMs);
  try {
    await run((event) => {
      if (event.type === "content") answer.text += event.content;
      for (const reader of answer.readers) reader(event);
    });
  } finally {
    clearInterval(timer);
    answers.delete(messageId);
  }
}

/**
 * Joins an answer that this process is streaming: emits its text so far, then its further events.
 * @returns a function that leaves; null when this process does not stream it
 */
export function joinAnswer(ctx: ServiceContext, messageId: string, emit: Emit): (() => void) | null {
  const answer = runningOf(ctx.db).get(messageId);
  if (!answer) return null;
  if (answer.text !== "") emit({ type: "content", content: answer.text });
  answer.readers.add(emit);
  return () => answer.readers.delete(emit);
}

interface AnswerPart {
  messageId: string;
  text: string;
  at: Date;
}

const writeInBatch = batchPerDatabase(writeParts);

function writePart(ctx: ServiceContext, messageId: string, text: string): void {
  // PostgreSQL cannot store NUL in text.
  const part = { messageId, text: storableText(text), at: ctx.now() };
  writeInBatch(ctx.db, part, ctx.log).catch((error: unknown) =>
    ctx.log.warn({ err: error, messageId }, "part of a chat answer could not be written"),
  );
}

export const storableText = (text: string): string => text.replaceAll("\0", "\uFFFD");

/** Skips a message that another statement has locked: its turn is ending or being replaced. Waiting could deadlock. */
async function writeParts(db: Db, parts: readonly AnswerPart[]): Promise<undefined[]> {
  await db.$executeRaw`
    UPDATE chat_message SET "partialAnswer" = part.text, "answerAliveAt" = part.at
    FROM unnest(
      ${parts.map(({ messageId }) => messageId)}::text[], ${parts.map(({ text }) => text)}::text[],
      ${parts.map(({ at }) => at)}::timestamptz[]
    ) AS part(id, text, at) JOIN (
      SELECT id FROM chat_message WHERE id = ANY(${parts.map(({ messageId }) => messageId)}::text[]) AND "answerPending"
      FOR NO KEY UPDATE SKIP LOCKED
    ) AS open USING (id)
    WHERE chat_message.id = open.id`;
  return parts.map(() => undefined);
}

/** The event for a reader of an answer that ended without its reason being stored. */
export const endedEarly = (charge: { creditsCharged: number; remainingCredits: number }): ChatStreamEvent => ({
  type: "error",
  error: CHAT_STREAM_ERROR,
  ...charge,
});
