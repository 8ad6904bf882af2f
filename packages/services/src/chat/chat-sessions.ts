import type { RenameChatInput } from "@app/core/chat/chat-input";
import { AppError } from "@app/core/errors";
import type { Prisma } from "@app/db/client/db";
import type { UserContext } from "../context";
import { type Page, pageOf } from "../platform/pagination";

export interface ChatSessionSummary {
  id: string;
  title: string;
  model: string;
  totalMessages: number;
  totalCreditsUsed: number;
  lastMessageAt: Date;
}

const SESSIONS_PER_PAGE = 50;

/** The user's chat sessions, latest message first. `search` matches titles and messages. */
export async function listChatSessions(
  ctx: UserContext,
  input: { cursor?: string | undefined; search?: string | undefined },
): Promise<Page<ChatSessionSummary>> {
  const rows = await ctx.db.chatSession.findMany({
    where: {
      userId: ctx.actor.id,
      deletedAt: null,
      AND: [input.cursor ? after(input.cursor) : {}, input.search ? containing(input.search.trim()) : {}],
    },
    select: { id: true, title: true, model: true, totalMessages: true, totalCreditsUsed: true, lastMessageAt: true },
    orderBy: [{ lastMessageAt: "desc" }, { id: "desc" }],
    take: SESSIONS_PER_PAGE + 1,
  });
  return pageOf(rows, SESSIONS_PER_PAGE, (row) => `${row.lastMessageAt.getTime()}_${row.id}`);
}

/** The condition for the rows after a cursor. An invalid cursor is ignored. */
function after(cursor: string): Prisma.ChatSessionWhereInput {
  const [, milliseconds, id] = /^(\d{1,15})_(.+)$/.exec(cursor) ?? [];
  if (milliseconds === undefined || id === undefined) return {};
  const lastMessageAt = new Date(Number(milliseconds));
  return { OR: [{ lastMessageAt: { lt: lastMessageAt } }, { lastMessageAt, id: { lt: id } }] };
}

function containing(text: string): Prisma.ChatSessionWhereInput {
  // Prisma does not escape the wildcards of LIKE.
  const contains = text.replaceAll(/[\\%_]/g, "\\$&");
  const content = { contains, mode: "insensitive" } as const;
  return { OR: [{ title: content }, { messages: { some: { hiddenAt: null, content } } }] };
}

/** Only the newest messages of a long chat are shown. */
const MESSAGES_SHOWN_MAX = 200;

export interface ChatTranscript {
  id: string;
  title: string;
  model: string;
  totalMessages: number;
  totalCreditsUsed: number;
  messages: {
    id: string;
    role: string;
    content: string;
    creditsUsed: number;
    interrupted: boolean;
    answerPending: boolean;
    createdAt: Date;
  }[];
}

/**
 * One of the user's chat sessions with its newest messages, oldest first.
 * @throws AppError `not_found`
 */
export async function getChatSession(ctx: UserContext, input: { sessionId: string }): Promise<ChatTranscript> {
  const session = await ctx.db.chatSession.findFirst({
    where: { id: input.sessionId, userId: ctx.actor.id, deletedAt: null },
    select: {
      id: true,
      title: true,
      model: true,
      totalMessages: true,
      totalCreditsUsed: true,
      messages: {
        select: {
          id: true,
          role: true,
          content: true,
          creditsUsed: true,
          interrupted: true,
          answerPending: true,
          createdAt: true,
        },
        where: { hiddenAt: null },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: MESSAGES_SHOWN_MAX,
      },
    },
  });
  if (!session) throw new AppError("not_found", "Not found");
  return { ...session, messages: session.messages.reverse() };
}

/**
 * Renames one of the user's chats. Its position in the list stays.
 * @throws AppError `not_found`
 */
export async function renameChat(ctx: UserContext, input: RenameChatInput): Promise<{ id: string; title: string }> {
  const { count } = await ctx.db.chatSession.updateMany({
    where: { id: input.sessionId, userId: ctx.actor.id, deletedAt: null },
    data: { title: input.title, updatedAt: ctx.now() },
  });
  if (count === 0) throw new AppError("not_found", "Not found");
  return { id: input.sessionId, title: input.title };
}

/**
 * Deletes one of the user's chats. The rows stay, because ledger entries refer to them.
 * @throws AppError `not_found`, also for a deleted chat
 */
export async function deleteChat(ctx: UserContext, input: { sessionId: string }): Promise<{ id: string }> {
  const now = ctx.now();
  const { count } = await ctx.db.chatSession.updateMany({
    where: { id: input.sessionId, userId: ctx.actor.id, deletedAt: null },
    data: { deletedAt: now, updatedAt: now },
  });
  if (count === 0) throw new AppError("not_found", "Not found");
  return { id: input.sessionId };
}
