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

/** The caller's chat sessions, the latest used first. */
export async function listChatSessions(
  ctx: UserContext,
  input: { cursor?: string | undefined },
): Promise<Page<ChatSessionSummary>> {
  const rows = await ctx.db.chatSession.findMany({
    where: { userId: ctx.actor.id },
    select: { id: true, title: true, model: true, totalMessages: true, totalCreditsUsed: true, lastMessageAt: true },
    orderBy: [{ lastMessageAt: "desc" }, { id: "desc" }],
    take: SESSIONS_PER_PAGE + 1,
    ...(input.cursor ? { cursor: { id: input.cursor }, skip: 1 } : {}),
  });
  return pageOf(rows, SESSIONS_PER_PAGE, (row) => row.id);
}
