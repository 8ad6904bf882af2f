import { markdownSection, markdownTitle } from "@app/core/chat/chat-markdown";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { OLDEST_FIRST } from "../platform/pagination";
import { shownTitle } from "./chat-sessions";

const MESSAGES_PER_READ = 100;

/**
 * The messages of one of the user's chats that are visible now, as a Markdown document. Their ids are read at once, and their texts page by page:
 * a message that is replaced meanwhile must not leave a document with a part of either version.
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
  const visible = await db.chatMessage.findMany({
    where: { sessionId: session.id, hiddenAt: null },
    select: { id: true },
    orderBy: OLDEST_FIRST,
  });
  yield markdownTitle(shownTitle(session));
  for (let from = 0; from < visible.length; from += MESSAGES_PER_READ) {
    const ids = visible.slice(from, from + MESSAGES_PER_READ).map(({ id }) => id);
    const messages = await db.chatMessage.findMany({
      where: { sessionId: session.id, id: { in: ids } },
      select: { role: true, content: true, createdAt: true },
      orderBy: OLDEST_FIRST,
    });
    yield messages.map((message) => markdownSection(message, speakers)).join("");
  }
}
