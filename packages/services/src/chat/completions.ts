import {
  CHAT_STREAM_ERROR,
  type ChatEnd,
  type ChatStreamEvent,
  EmptyResponseError,
  isEmptyResponse,
  returnsCreditsOnFailure,
} from "@app/core/chat/chat-stream";
import type { CompletionInput } from "@app/core/chat/completion-input";
import { AppError } from "@app/core/errors";
import { Prisma } from "@app/db/client/db";
import type { ServiceContext, UserContext } from "../context";
import { runGrantingTransaction } from "../credits/grant-credits";
import { refundCharge, refundEntryId } from "../credits/refund-charge";
import { spendCredits } from "../credits/spend-credits";
import type { CompanionWrites, Spend } from "../credits/write-spends";
import { failureText } from "../history/finish-generation";
import { createId } from "../platform/create-id";
import { abandonedBefore } from "../platform/database-clock";
import { requireConfigured } from "../platform/require-configured";
import { releaseRunning, startLimited } from "../platform/running-generations";
import { withSpan } from "../platform/spans";
import { writeAgain } from "../platform/write-again";
import { chooseTextModel } from "./choose-text-model";
import { type ChatStream, startOnce } from "./stream-chat";

/**
 * A stateless chat for programs: the whole conversation comes with the request, and nothing of it is stored, except the response
 * to a request with an Idempotency-Key. Costs the model's price, once per key. The `metadata` event has the completion's id as its `sessionId`.
 * @throws AppError `not_configured`, `rate_limited`, `insufficient_credits`, `conflict`; then nothing is charged
 */
export async function streamCompletionOnce(ctx: UserContext, input: CompletionInput): Promise<ChatStream> {
  return withSpan("streamCompletionOnce", async () => {
    requireConfigured(ctx, "chat");
    return startOnce(ctx, input, { name: "completion", start: streamCompletion, recover: recoverCompletion });
  });
}

async function streamCompletion(ctx: UserContext, input: CompletionInput): Promise<ChatStream> {
  const id = createId();
  const costCredits = chooseTextModel(ctx, input.model).credits;
  const remainingCredits = await startLimited(ctx, id, () => charge(ctx, { id, costCredits }, input));
  const run = (emit: Emit) =>
    withSpan("runCompletion", () => runCompletion(ctx, { id, costCredits, remainingCredits }, input, emit));
  return { run: (emit) => run(emit).finally(() => releaseRunning(ctx, id)) };
}

type Emit = (event: ChatStreamEvent) => void;

/** Spends the credits and writes the row in one statement. @returns the balance */
async function charge(
  ctx: UserContext,
  { id, costCredits }: { id: string; costCredits: number },
  { model }: CompletionInput,
): Promise<number> {
  const spend: Spend = {
    entryId: id,
    userId: ctx.actor.id,
    costCredits,
    reason: "chat_usage",
    reference: id,
    now: ctx.now(),
    claimedKey: ctx.claimedKey,
    apiKeyId: ctx.apiKeyId,
    lowThreshold: ctx.config.lowCreditsThreshold,
  };
  const { spent, remainingCredits } = await spendCredits(ctx, spend, COMPLETION_ROW, model);
  if (!spent) throw new AppError("insufficient_credits", "Insufficient credits", { fields: { remainingCredits } });
  return remainingCredits;
}

const COMPLETION_ROW: CompanionWrites<string> = {
  write: (models) => Prisma.sql`, completion AS (
    INSERT INTO chat_completion (id, "userId", model, status, "creditsUsed", "createdAt")
    SELECT reference, "userId", model, 'processing', cost, at
    FROM granted JOIN unnest(${models}::text[]) WITH ORDINALITY AS row(model, position) USING (position)
  )`,
};

/** Never rejects: a failure is emitted as an `error` event. */
async function runCompletion(
  ctx: UserContext,
  { id, costCredits, remainingCredits }: { id: string; costCredits: number; remainingCredits: number },
  { model, messages, parameters, stream }: CompletionInput,
  emit: Emit,
): Promise<void> {
  let text = "";
  let end: ChatEnd = { finishReason: "stop", usage: null };
  try {
    emit({ type: "metadata", sessionId: id, remainingCredits });
    const onEnd = (reported: ChatEnd) => {
      end = reported;
    };
    for await (const chunk of ctx.clients.chat.stream(messages, { model, parameters, onEnd })) {
      text += chunk;
      emit({ type: "content", content: chunk });
    }
    if (isEmptyResponse(text)) throw new EmptyResponseError();
    await writeAgain(ctx, id, () => endCompletion(ctx, id, { status: "completed" }));
    emit({ type: "done", ...end });
  } catch (error) {
    ctx.log.warn({ err: error, completionId: id }, "completion failed");
    // Who waits for the whole response gets nothing of one that breaks off.
    const received = stream ? text : "";
    const isRefunded = ctx.config.refundFailedGenerations && returnsCreditsOnFailure(error, received);
    const event = { type: "error", error: failureText(ctx, error, CHAT_STREAM_ERROR) } as const;
    try {
      await writeAgain(ctx, id, () => endCompletion(ctx, id, { status: "failed", isRefunded, isUnread: !stream }));
      emit({ ...event, creditsCharged: isRefunded ? 0 : costCredits });
    } catch (cause) {
      // Maintenance ends it later.
      ctx.log.error({ err: cause, completionId: id }, "failed completion could not be ended");
      emit({ ...event, creditsCharged: costCredits });
    }
  }
}

interface CompletionEnd {
  status: "completed" | "failed";
  isRefunded?: boolean;
  /** The client has got nothing of it, although the database may have written it as completed without confirming that. */
  isUnread?: boolean;
}

/** Ends a completion once. @returns whether this call ended it */
async function endCompletion(
  ctx: ServiceContext,
  id: string,
  { status, isRefunded = false, isUnread = false }: CompletionEnd,
): Promise<boolean> {
  const now = ctx.now();
  const open = isUnread ? ["processing", "completed"] : ["processing"];
  const end = { where: { id, status: { in: open } }, data: { status, endedAt: now } };
  const ended = isRefunded
    ? await runGrantingTransaction(ctx, async (tx) => {
        const [row] = await tx.chatCompletion.updateManyAndReturn(end);
        if (row) await refundCharge(tx, row, { now });
        return row !== undefined;
      })
    : (await ctx.db.chatCompletion.updateMany(end)).count > 0;
  if (ended) ctx.metrics.generationEnded("chat", status);
  return ended;
}

/** The text of a completion is stored with the response alone: it is lost with its process. Null while that may still be running. */
async function recoverCompletion(
  ctx: UserContext,
  { reference: id, claimedAt }: { reference: string; claimedAt: Date },
): Promise<ChatStreamEvent[] | null> {
  if (ctx.now().getTime() - claimedAt.getTime() < ABANDONED_AFTER_MS) return null;
  const { credits: remainingCredits } = ctx.actor;
  return [
    { type: "metadata", sessionId: id, remainingCredits },
    { type: "error", error: CHAT_STREAM_ERROR, ...(await findFinalCost(ctx, id)) },
  ];
}

/** What an ended completion cost after all. Unknown until maintenance has decided about the charge. */
async function findFinalCost(ctx: UserContext, id: string): Promise<{ creditsCharged?: number }> {
  const row = await ctx.db.chatCompletion.findUnique({ where: { id }, select: { status: true, creditsUsed: true } });
  if (!row || row.status === "processing") return {};
  const isRefunded = (await ctx.db.creditLedger.count({ where: { id: refundEntryId(id) } })) > 0;
  return { creditsCharged: isRefunded ? 0 : row.creditsUsed };
}

/** Longer than any response takes: the process that streamed it has died. */
const ABANDONED_AFTER_MS = 10 * 60 * 1000;
const CLOSE_BATCH_MAX = 200;

/**
 * Maintenance: ends completions whose process died, and refunds them when the configuration says so. One that fails is logged and tried
 * again in the next run.
 */
export async function closeAbandonedCompletions(ctx: ServiceContext): Promise<number> {
  const before = await abandonedBefore(ctx, ABANDONED_AFTER_MS);
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM chat_completion WHERE status = 'processing' AND "createdAt" < ${before}::timestamptz
    ORDER BY random() LIMIT ${CLOSE_BATCH_MAX}::int`;
  let closed = 0;
  for (const { id } of rows) {
    try {
      if (await endCompletion(ctx, id, { status: "failed", isRefunded: ctx.config.refundFailedGenerations }))
        closed += 1;
    } catch (error) {
      ctx.log.error({ err: error, completionId: id }, "abandoned completion could not be closed");
    }
  }
  return closed;
}
