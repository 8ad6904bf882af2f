import type { ChatInput } from "@app/core/chat/chat-input";
import { type ChatTurn, CONTEXT_MESSAGES_MAX, contextWindow, sessionTitle } from "@app/core/chat/conversation";
import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import { AppError } from "@app/core/errors";
import { Prisma, type Tx } from "@app/db/client/db";
import type { UserContext } from "../context";
import {
  type CompanionWrites,
  reportSpend,
  type Spend,
  type SpendResult,
  spendCredits,
  spendCreditsWithin,
} from "../credits/spend-credits";
import { createId } from "../platform/create-id";

/** A turn that has been charged: the user's message is stored, the model's response is not. */
export interface StartedTurn {
  sessionId: string;
  /** Id of the user's message. */
  messageId: string;
  remainingCredits: number;
  /** The conversation that is sent to the model. */
  turns: readonly ChatTurn[];
}

/**
 * Spends the credits, stores the user's message in a new session or one of the user's, and reads the earlier messages, in one statement: a
 * charged message always has its row. A message that replaces others hides them in the same transaction.
 * @throws AppError `not_found` for a session of another user, `insufficient_credits`
 */
export async function beginTurn(ctx: UserContext, input: ChatInput): Promise<StartedTurn> {
  const { sessionId, replaces } = input;
  const companion = sessionId === undefined ? FIRST_TURN : NEXT_TURN;
  const { spend, row } = prepareTurn(ctx, input);
  if (ctx.actor.credits < CHAT_COST_CREDITS) {
    await companion.condition?.require(ctx.db, spend);
    ctx.metrics.spendRefused(spend.reason);
    throw insufficient(0);
  }
  if (replaces === undefined) return startedTurn(await spendCredits(ctx, spend, companion, row), spend, row);
  if (sessionId === undefined) throw new AppError("not_found", "Not found");
  const result = await ctx.db.$transaction(async (tx) => {
    // Every spend locks the user first. Another order could deadlock.
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${ctx.actor.id} FOR NO KEY UPDATE`;
    await hideMessages(ctx, tx, { sessionId, messageId: replaces });
    const result = await spendCreditsWithin(tx, spend, companion, row);
    // A refused spend hides nothing: the transaction is rolled back.
    if (!result.spent) throw refused(ctx, spend, result);
    return result;
  });
  reportSpend(ctx.metrics, spend, result);
  return startedTurn(result, spend, row);
}

function prepareTurn(ctx: UserContext, { sessionId, message }: ChatInput): { spend: Spend; row: TurnRow } {
  const messageId = createId();
  const spend: Spend = {
    entryId: messageId,
    userId: ctx.actor.id,
    costCredits: CHAT_COST_CREDITS,
    reason: "chat_usage",
    reference: sessionId ?? createId(),
    now: ctx.now(),
    claimedKey: ctx.claimedKey,
    apiKeyId: ctx.apiKeyId,
    lowThreshold: ctx.config.lowCreditsThreshold,
  };
  const row = { messageId, content: message, title: sessionTitle(message), model: ctx.clients.chat.model };
  return { spend, row };
}

function startedTurn(result: SpendResult, { reference }: Spend, { messageId, content }: TurnRow): StartedTurn {
  const { spent, remainingCredits } = result;
  if (!spent) throw insufficient(remainingCredits);
  const earlier = (result.read ?? []) as { role: string; content: string }[];
  return { sessionId: reference, messageId, remainingCredits, turns: contextWindow(earlier, content) };
}

function refused(ctx: UserContext, spend: Spend, result: SpendResult): AppError {
  reportSpend(ctx.metrics, spend, result);
  return insufficient(result.remainingCredits);
}

function insufficient(remainingCredits: number): AppError {
  return new AppError("insufficient_credits", "Insufficient credits", { fields: { remainingCredits } });
}

/**
 * Hides one of the user's messages and everything after it. A response that is still being streamed is hidden by `endTurn`, which locks
 * the same message: the one that comes second sees the change of the other.
 * @throws AppError `not_found` when the user has no such message, or it is hidden already
 */
async function hideMessages(ctx: UserContext, tx: Tx, from: { sessionId: string; messageId: string }): Promise<void> {
  const locked = await tx.$queryRaw<{ id: string; createdAt: Date }[]>`
    SELECT id, "createdAt" FROM chat_message
    WHERE "sessionId" = ${from.sessionId} AND "hiddenAt" IS NULL AND ("createdAt", id) >= (
      SELECT message."createdAt", message.id
      FROM chat_message message JOIN chat_session session ON session.id = message."sessionId"
      WHERE message.id = ${from.messageId} AND message.role = 'user'
        AND session.id = ${from.sessionId} AND session."userId" = ${ctx.actor.id} AND session."deletedAt" IS NULL
    )
    ORDER BY "createdAt", id FOR NO KEY UPDATE`;
  const [first] = locked;
  if (first?.id !== from.messageId) throw new AppError("not_found", "Not found");
  // A second statement, so that it sees responses that were stored while the first one waited for the locks.
  await tx.$executeRaw`
    UPDATE chat_message SET "hiddenAt" = ${ctx.now()}::timestamptz
    WHERE "sessionId" = ${from.sessionId} AND "hiddenAt" IS NULL
      AND ("createdAt", id) >= (${first.createdAt}::timestamptz, ${first.id})`;
}

/** A user's message. The spend's reference is its chat session. */
interface TurnRow {
  messageId: string;
  content: string;
  /** Title and model of a new session. */
  title: string;
  model: string;
}

/** Writes a message and its new session. */
const FIRST_TURN: CompanionWrites<TurnRow> = {
  write: (rows) => Prisma.sql`, ${turnOf(rows)}, session AS (
    INSERT INTO chat_session (id, "userId", title, model, "totalMessages", "totalCreditsUsed", "lastMessageAt", "createdAt", "updatedAt")
    SELECT reference, "userId", title, model, 1, cost, at, at, at FROM turn
  ), ${MESSAGE}`,
};

/** Writes a message in an existing session of the user. */
const NEXT_TURN: CompanionWrites<TurnRow> = {
  condition: {
    sql: Prisma.sql`EXISTS (
      SELECT FROM chat_session own WHERE own.id = ordered.reference AND own."userId" = ordered."userId" AND own."deletedAt" IS NULL
    )`,
    require: async (db, { userId, reference }) => {
      const session = await db.chatSession.findFirst({
        where: { id: reference, userId, deletedAt: null },
        select: { id: true },
      });
      if (!session) throw new AppError("not_found", "Not found");
    },
  },
  // A statement updates a row once only, so a session is updated with the sums of its messages.
  write: (rows) => Prisma.sql`, ${turnOf(rows)}, session AS (
    UPDATE chat_session SET "totalMessages" = "totalMessages" + counted.messages, "totalCreditsUsed" = "totalCreditsUsed" + counted.cost,
      "lastMessageAt" = counted.at, "updatedAt" = counted.at
    FROM (SELECT reference, count(*)::int AS messages, sum(cost)::int AS cost, max(at) AS at FROM granted GROUP BY reference) AS counted
    WHERE chat_session.id = counted.reference
  ), ${MESSAGE}`,
  read: Prisma.sql`(
    SELECT json_agg(json_build_object('role', role, 'content', content))
    FROM (
      SELECT role, content FROM chat_message WHERE "sessionId" = granted.reference AND "hiddenAt" IS NULL
      ORDER BY "createdAt" DESC, id DESC LIMIT ${Prisma.raw(String(CONTEXT_MESSAGES_MAX))}
    ) AS earlier
  )`,
};

function turnOf(rows: readonly TurnRow[]): Prisma.Sql {
  return Prisma.sql`turn AS (
    SELECT granted.*, message_id, content, title, model
    FROM granted JOIN unnest(
      ${rows.map(({ messageId }) => messageId)}::text[], ${rows.map(({ content }) => content)}::text[],
      ${rows.map(({ title }) => title)}::text[], ${rows.map(({ model }) => model)}::text[]
    ) WITH ORDINALITY AS row(message_id, content, title, model, position) USING (position)
  )`;
}

const MESSAGE = Prisma.sql`message AS (
  INSERT INTO chat_message (id, "sessionId", role, content, "creditsUsed", "answerPending", "createdAt")
  SELECT message_id, reference, 'user', content, cost, true, at FROM turn
)`;
