import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";

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
