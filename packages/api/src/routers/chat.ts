import { ChatInput } from "@app/core/chat/chat-input";
import { requiredId } from "@app/core/input/id";
import { answerChat } from "@app/services/chat/answer-chat";
import { getChatSession } from "@app/services/chat/get-chat-session";
import { listChatSessions } from "@app/services/chat/list-chat-sessions";
import { z } from "zod";
import { router, userProcedure } from "../trpc";
import { cursor } from "./inputs";

export const chatRouter = router({
  /** A whole answer at once; the stream is at POST /api/chat/stream. */
  send: userProcedure.input(ChatInput).mutation(({ ctx, input }) => answerChat(ctx.service, input)),
  sessions: userProcedure.input(z.object({ cursor })).query(({ ctx, input }) => listChatSessions(ctx.service, input)),
  session: userProcedure
    .input(z.object({ sessionId: requiredId("sessionId") }))
    .query(({ ctx, input }) => getChatSession(ctx.service, input)),
});
