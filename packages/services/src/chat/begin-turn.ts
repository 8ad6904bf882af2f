import type { ChatInput } from "@app/core/chat/chat-input";
import { type ChatTurn, CONTEXT_MESSAGES_MAX, contextWindow, sessionTitle } from "@app/core/chat/conversation";
import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import { AppError } from "@app/core/errors";
import { Prisma, type Tx } from "@app/db/client/db";
import type { UserContext } from "../context";
import {
  type CompanionWrites,
  type Spend,
  type SpendResult,
  spendCredits,
  spendCreditsWithin,
} from "../credits/spend-credits";
import { createId } from "../platform/create-id";

export interface ChatTurnBegun {
  sessionId: string;
  /** The user's message. */
  messageId: string;
  remainingCredits: number;
  /** What the model is asked with. */
  turns: readonly ChatTurn[];
}

/**
 * Takes the credits, stores the user's message, in a session that is new or the caller's, and reads those before it, in one statement: a
 * charged message is never without its row. The session's counters count it at once. A message that replaces others hides them if and
 * only if it is charged.
 * @throws AppError `not_found` for a session that is not the caller's, `insufficient_credits`
 */
export async function beginTurn(ctx: UserContext, input: ChatInput): Promise<ChatTurnBegun> {
  const { sessionId, replaces } = input;
  const beside = sessionId === undefined ? FIRST_TURN : NEXT_TURN;
  const { spend, row } = orderTurn(ctx, input);
  if (ctx.actor.credits < CHAT_COST_CREDITS) {
    await beside.condition?.require(ctx.db, spend);
    throw insufficient(0);
  }
  if (replaces === undefined) return turnBegun(await spendCredits(ctx.db, spend, beside, row), spend, row);
  if (sessionId === undefined) throw new AppError("not_found", "Not found");
  return ctx.db.$transaction(async (tx) => {
    // As every spend begins: who locks messages first and the user then could meet another who does it the other way round.
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${ctx.actor.id} FOR NO KEY UPDATE`;
    await hideMessages(ctx, tx, { sessionId, messageId: replaces });
    return turnBegun(await spendCreditsWithin(tx, spend, beside, row), spend, row);
  });
}

function orderTurn(ctx: UserContext, { sessionId, message }: ChatInput): { spend: Spend; row: TurnRow } {
  const messageId = createId();
  const spend: Spend = {
    entryId: messageId,
    userId: ctx.actor.id,
    costCredits: CHAT_COST_CREDITS,
    reason: "chat_usage",
    reference: sessionId ?? createId(),
    now: ctx.now(),
    claimedKey: ctx.claimedKey,
  };
  const row = { messageId, content: message, title: sessionTitle(message), model: ctx.clients.chat.model };
  return { spend, row };
}

function turnBegun(result: SpendResult, { reference }: Spend, { messageId, content }: TurnRow): ChatTurnBegun {
  const { spent, remainingCredits } = result;
  if (!spent) throw insufficient(remainingCredits);
  const earlier = (result.read ?? []) as { role: string; content: string }[];
  return { sessionId: reference, messageId, remainingCredits, turns: contextWindow(earlier, content) };
}

function insufficient(remainingCredits: number): AppError {
  return new AppError("insufficient_credits", "Insufficient credits", { fields: { remainingCredits } });
}

/**
 * Takes a message of the caller's and all that follows it out of the conversation. Answers that are still being written are hidden by
 * `endTurn`, which locks their question as this does: whichever comes second sees the other.
 * @throws AppError `not_found` when there is no such message of the caller's, or it is hidden already
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
  // A statement of its own, so that it also sees an answer that was stored while the locks were waited for.
  await tx.$executeRaw`
    UPDATE chat_message SET "hiddenAt" = ${ctx.now()}::timestamptz
    WHERE "sessionId" = ${from.sessionId} AND "hiddenAt" IS NULL
      AND ("createdAt", id) >= (${first.createdAt}::timestamptz, ${first.id})`;
}

/** A message of a user's that is paid for: its chat session is the spend's reference. */
interface TurnRow {
  messageId: string;
  content: string;
  /** Title and model of a session that begins with it. */
  title: string;
  model: string;
}

/** A message that begins a session. */
const FIRST_TURN: CompanionWrites<TurnRow> = {
  write: (rows) => Prisma.sql`, ${turnOf(rows)}, session AS (
    INSERT INTO chat_session (id, "userId", title, model, "totalMessages", "totalCreditsUsed", "lastMessageAt", "createdAt", "updatedAt")
    SELECT reference, "userId", title, model, 1, cost, at, at, at FROM turn
  ), ${MESSAGE}`,
};

/** A message in a session of the user's own. */
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
  // Counted by all of a session's messages in the statement: a row is updated once by one.
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
