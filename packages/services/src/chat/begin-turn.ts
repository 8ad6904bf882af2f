import type { ChatTurn as ModelTurn } from "@app/clients/chat/chat-model";
import type { ChatInput } from "@app/core/chat/chat-input";
import { CONTEXT_MESSAGES_MAX, contextWindow, sessionTitle } from "@app/core/chat/conversation";
import { CHAT_COST_CREDITS } from "@app/core/credits/costs";
import { AppError } from "@app/core/errors";
import { Prisma, type Tx } from "@app/db/client/db";
import type { UserContext } from "../context";
import {
  findMadeSpend,
  reportSpend,
  type SpendResult,
  spendCredits,
  spendCreditsWithin,
} from "../credits/spend-credits";
import type { CompanionWrites, Spend } from "../credits/write-spends";
import { createId } from "../platform/create-id";
import { chooseTextModel } from "./choose-text-model";
import { hideFrom } from "./versions";

/** A turn that has been charged: the user's message is stored, the model's response is not. */
export interface StartedTurn {
  sessionId: string;
  /** Id of the user's message. */
  messageId: string;
  remainingCredits: number;
  costCredits: number;
  model: string;
  /** The conversation that is sent to the model. */
  turns: readonly ModelTurn[];
}

/**
 * Spends the credits, stores the user's message in a new session or one of the user's, and reads the earlier messages, in one statement: a
 * charged message always has its row. A message that replaces others hides them in the same transaction, and becomes another version of
 * the first of them.
 * @throws AppError `bad_request` for an unknown model, `not_found` for a session of another user, `insufficient_credits`
 */
export async function beginTurn(ctx: UserContext, input: ChatInput): Promise<StartedTurn> {
  const { sessionId, replaces } = input;
  const companion = sessionId === undefined ? FIRST_TURN : NEXT_TURN;
  const { spend, row } = prepareTurn(ctx, input);
  if (ctx.actor.credits < spend.costCredits) {
    await companion.condition?.require(ctx.db, spend);
    if (replaces !== undefined) await requireMessage(ctx, { sessionId, messageId: replaces });
    ctx.metrics.spendRefused(spend.reason);
    // As specified, 0 where the balance pays for no chat of the usual price. Other models may cost more.
    throw insufficient(ctx.actor.credits < CHAT_COST_CREDITS ? 0 : ctx.actor.credits);
  }
  if (replaces === undefined) return startedTurn(await spendCredits(ctx, spend, companion, row), spend, row);
  if (sessionId === undefined) throw new AppError("not_found", "Not found");
  const replace = async (tx: Tx) => {
    // Every spend locks the user first. Another order could deadlock.
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${ctx.actor.id} FOR NO KEY UPDATE`;
    const { firstVersion } = await hideFrom(tx, {
      userId: ctx.actor.id,
      sessionId,
      messageId: replaces,
      hiddenBy: row.messageId,
      now: spend.now,
    });
    const result = await spendCreditsWithin(tx, spend, companion, { ...row, variantOf: firstVersion });
    // A refused spend hides nothing: the transaction is rolled back.
    if (!result.spent) throw refused(ctx, spend, result);
    return result;
  };
  const result = await ctx.db.$transaction(replace).catch(async (error: unknown) => {
    const made = error instanceof AppError ? null : await findMadeSpend(ctx, spend, companion);
    if (made === null) throw error;
    return made;
  });
  reportSpend(ctx.metrics, spend, result);
  return startedTurn(result, spend, row);
}

/** @throws AppError `not_found` when the user has no such message that is visible */
async function requireMessage(
  ctx: UserContext,
  place: { sessionId: string | undefined; messageId: string },
): Promise<void> {
  const session = { id: place.sessionId ?? "", userId: ctx.actor.id, deletedAt: null };
  const where = { id: place.messageId, role: "user", hiddenAt: null, session };
  if (!(await ctx.db.chatMessage.findFirst({ where, select: { id: true } })))
    throw new AppError("not_found", "Not found");
}

function prepareTurn(ctx: UserContext, { sessionId, message, model }: ChatInput): { spend: Spend; row: TurnRow } {
  const messageId = createId();
  const { name, credits } = chooseTextModel(ctx, model);
  const spend: Spend = {
    entryId: messageId,
    userId: ctx.actor.id,
    costCredits: credits,
    reason: "chat_usage",
    reference: sessionId ?? createId(),
    now: ctx.now(),
    claimedKey: ctx.claimedKey,
    apiKeyId: ctx.apiKeyId,
    lowThreshold: ctx.config.lowCreditsThreshold,
  };
  const row = { messageId, content: message, title: sessionTitle(message), model: name, variantOf: null };
  return { spend, row };
}

function startedTurn(result: SpendResult, { reference, costCredits }: Spend, row: TurnRow): StartedTurn {
  const { spent, remainingCredits } = result;
  if (!spent) throw insufficient(remainingCredits);
  const { instructions, earlier } = result.read as ReadForTurn;
  const conversation = contextWindow(earlier ?? [], row.content);
  const turns =
    instructions === null ? conversation : [{ role: "system" as const, content: instructions }, ...conversation];
  return { sessionId: reference, messageId: row.messageId, remainingCredits, costCredits, model: row.model, turns };
}

function refused(ctx: UserContext, spend: Spend, result: SpendResult): AppError {
  reportSpend(ctx.metrics, spend, result);
  return insufficient(result.remainingCredits);
}

function insufficient(remainingCredits: number): AppError {
  return new AppError("insufficient_credits", "Insufficient credits", { fields: { remainingCredits } });
}

/** A user's message. The spend's reference is its chat session. */
interface TurnRow {
  messageId: string;
  content: string;
  /** Title and model of a new session. */
  title: string;
  model: string;
  /** The first version of the message that this one replaces. */
  variantOf: string | null;
}

/** The JSON that the statement reads for a turn. */
interface ReadForTurn {
  instructions: string | null;
  /** Of an existing session, newest first. */
  earlier?: { role: string; content: string }[] | null;
}

const INSTRUCTIONS = Prisma.sql`'instructions', (SELECT "chatInstructions" FROM "user" WHERE id = granted."userId")`;

/** Writes a message and its new session. */
const FIRST_TURN: CompanionWrites<TurnRow> = {
  write: (rows) => Prisma.sql`, ${turnOf(rows)}, session AS (
    INSERT INTO chat_session (id, "userId", title, model, "totalMessages", "totalCreditsUsed", "lastMessageAt", "createdAt", "updatedAt")
    SELECT reference, "userId", title, model, 1, cost, at, at, at FROM turn
  ), ${messageOf(Prisma.sql`at FROM turn`)}`,
  read: Prisma.sql`json_build_object(${INSTRUCTIONS})`,
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
  // A statement updates a row once only, so a session is updated with the sums of its messages. The update also sees what another statement
  // committed while this one waited for the user.
  write: (rows) => Prisma.sql`, ${turnOf(rows)}, session AS (
    UPDATE chat_session SET "totalMessages" = "totalMessages" + counted.messages, "totalCreditsUsed" = "totalCreditsUsed" + counted.cost,
      "lastMessageAt" = greatest("lastMessageAt" + counted.messages * interval '1 millisecond', counted.at), "updatedAt" = counted.at
    FROM (SELECT reference, count(*)::int AS messages, sum(cost)::int AS cost, max(at) AS at FROM granted GROUP BY reference) AS counted
    WHERE chat_session.id = counted.reference
    RETURNING chat_session.id, "lastMessageAt"
  ), ${messageOf(Prisma.sql`${AFTER_THE_LAST} FROM turn LEFT JOIN session ON session.id = turn.reference`)}`,
  read: Prisma.sql`json_build_object(${INSTRUCTIONS}, 'earlier', (
    SELECT json_agg(json_build_object('role', role, 'content', content))
    FROM (
      SELECT role, content FROM chat_message WHERE "sessionId" = granted.reference AND "hiddenAt" IS NULL AND id <> granted."entryId"
      ORDER BY "createdAt" DESC, id DESC LIMIT ${Prisma.raw(String(CONTEXT_MESSAGES_MAX))}
    ) AS earlier
  ))`,
};

function turnOf(rows: readonly TurnRow[]): Prisma.Sql {
  return Prisma.sql`turn AS (
    SELECT granted.*, message_id, content, title, model, variant_of
    FROM granted JOIN unnest(
      ${rows.map(({ messageId }) => messageId)}::text[], ${rows.map(({ content }) => content)}::text[],
      ${rows.map(({ title }) => title)}::text[], ${rows.map(({ model }) => model)}::text[],
      ${rows.map(({ variantOf }) => variantOf)}::text[]
    ) WITH ORDINALITY AS row(message_id, content, title, model, variant_of, position) USING (position)
  )`;
}

/**
 * The time of a message in an existing session. Messages are sorted by time, so each gets a later time than the one before. This also holds
 * when a process with a clock ahead of this one wrote the last message, and when one batch has several messages of a session.
 */
const AFTER_THE_LAST = Prisma.sql`session."lastMessageAt" - interval '1 millisecond' *
  (row_number() OVER (PARTITION BY turn.reference ORDER BY turn.position DESC) - 1)`;

/** @param timeFrom the expression of the message's time, and what it is selected from */
function messageOf(timeFrom: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`message AS (
    INSERT INTO chat_message (id, "sessionId", role, content, "creditsUsed", "answerPending", model, "variantOf", "createdAt")
    SELECT message_id, reference, 'user', content, cost, true, model, variant_of, ${timeFrom}
  )`;
}
