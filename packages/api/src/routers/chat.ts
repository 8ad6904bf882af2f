import { ChatInput } from "@app/core/chat/chat-input";
import { RenameChatInput } from "@app/core/chat/rename-chat-input";
import { requiredId } from "@app/core/input/id";
import { completeChat } from "@app/services/chat/answer-chat";
import { deleteChat } from "@app/services/chat/delete-chat";
import { getChatSession } from "@app/services/chat/get-chat-session";
import { listChatSessions } from "@app/services/chat/list-chat-sessions";
import { renameChat } from "@app/services/chat/rename-chat";
import { z } from "zod";
import { router, userProcedure } from "../trpc";
import { cursor, filterText } from "./inputs";

const SessionInput = z.object({ sessionId: requiredId("sessionId") });

export const chatRouter = router({
  /** A whole answer at once; the stream is at POST /api/chat/stream. */
  send: userProcedure.input(ChatInput).mutation(({ ctx, input }) => completeChat(ctx.service, input)),
  sessions: userProcedure
    .input(z.object({ cursor, search: filterText("search") }))
    .query(({ ctx, input }) => listChatSessions(ctx.service, input)),
  session: userProcedure.input(SessionInput).query(({ ctx, input }) => getChatSession(ctx.service, input)),
  rename: userProcedure.input(RenameChatInput).mutation(({ ctx, input }) => renameChat(ctx.service, input)),
  delete: userProcedure.input(SessionInput).mutation(({ ctx, input }) => deleteChat(ctx.service, input)),
});
