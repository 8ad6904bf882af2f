import { CONTEXT_MESSAGES_MAX } from "@app/core/chat/context-window";
import { AppError } from "@app/core/errors";
import { Prisma } from "@app/db/client";
import type { CompanionWrites } from "../credits/write-spends";

/** A message of a user's that is paid for: its chat session is the spend's reference. */
export interface TurnRow {
  messageId: string;
  content: string;
  /** Title and model of a session that begins with it. */
  title: string;
  model: string;
}

/** A message that begins a session. */
export const FIRST_TURN: CompanionWrites<TurnRow> = {
  write: (rows) => Prisma.sql`, ${turnOf(rows)}, session AS (
    INSERT INTO chat_session (id, "userId", title, model, "totalMessages", "totalCreditsUsed", "lastMessageAt", "createdAt", "updatedAt")
    SELECT reference, "userId", title, model, 1, cost, at, at, at FROM turn
  ), ${MESSAGE}`,
};

/** A message in a session of the user's own. */
export const NEXT_TURN: CompanionWrites<TurnRow> = {
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
