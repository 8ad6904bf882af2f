import type { Prisma } from "@app/db/client";
import type { UserContext } from "../context";
import { type Page, pageOf } from "../pages/page";

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
