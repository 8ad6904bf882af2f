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

/** The caller's chat sessions, the latest used first: all, or those with a text in their title or in a message. */
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

/** What comes after a place in the list, which does not depend on the chat that was there: it may be deleted or used by now. */
function after(cursor: string): Prisma.ChatSessionWhereInput {
  const [, milliseconds, id] = /^(\d{1,15})_(.+)$/.exec(cursor) ?? [];
  if (milliseconds === undefined || id === undefined) return {};
  const lastMessageAt = new Date(Number(milliseconds));
  return { OR: [{ lastMessageAt: { lt: lastMessageAt } }, { lastMessageAt, id: { lt: id } }] };
}

function containing(text: string): Prisma.ChatSessionWhereInput {
  // A percent sign or an underscore that a reader types means itself; Prisma passes them on as wildcards.
  const contains = text.replaceAll(/[\\%_]/g, "\\$&");
  const content = { contains, mode: "insensitive" } as const;
  return { OR: [{ title: content }, { messages: { some: { hiddenAt: null, content } } }] };
}

/** More messages than these are not shown at once; the newest are. */
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
 * A chat session of the caller's with its newest messages, oldest first.
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
 * Gives a chat of the caller's another title. Its place in the list stays: nothing was said in it.
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
 * Removes a chat of the caller's from every list. Its rows stay, as ledger entries refer to them.
 * @throws AppError `not_found`, also for one that is deleted already
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
