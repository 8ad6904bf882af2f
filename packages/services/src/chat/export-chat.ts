import { markdownSection, markdownTitle } from "@app/core/chat/chat-markdown";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { type CreatedRow, createdAfter, OLDEST_FIRST } from "../platform/pagination";
import { shownTitle } from "./chat-sessions";

const MESSAGES_PER_READ = 100;

/**
 * All visible messages of one of the user's chats as a Markdown document, read page by page.
 * @throws AppError `not_found`, before the first chunk
 */
export async function exportChat(
  ctx: UserContext,
  input: { sessionId: string; speakers: { user: string; assistant: string } },
): Promise<AsyncIterable<string>> {
  const session = await ctx.db.chatSession.findFirst({
    where: { id: input.sessionId, userId: ctx.actor.id, deletedAt: null },
    select: { id: true, title: true, renamedAt: true },
  });
  if (!session) throw new AppError("not_found", "Not found");
  return sections(ctx, session, input.speakers);
}

async function* sections(
  { db }: UserContext,
  session: { id: string; title: string; renamedAt: Date | null },
  speakers: { user: string; assistant: string },
): AsyncGenerator<string> {
  yield markdownTitle(shownTitle(session));
  for (let last: CreatedRow | undefined; ; ) {
    const messages = await db.chatMessage.findMany({
      where: { sessionId: session.id, hiddenAt: null, ...createdAfter(last) },
      select: { id: true, role: true, content: true, createdAt: true },
      orderBy: OLDEST_FIRST,
      take: MESSAGES_PER_READ,
    });
    yield messages.map((message) => markdownSection(message, speakers)).join("");
    last = messages.at(-1);
    if (!last || messages.length < MESSAGES_PER_READ) return;
  }
}
