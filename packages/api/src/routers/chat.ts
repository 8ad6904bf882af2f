import { ChatInput, RenameChatInput } from "@app/core/chat/chat-input";
import { requiredId } from "@app/core/input/fields";
import { deleteChat, getChatSession, listChatSessions, renameChat } from "@app/services/chat/chat-sessions";
import { completeChat } from "@app/services/chat/stream-chat";
import { z } from "zod";
import { router, userProcedure } from "../trpc";
import { cursor, filterText } from "./pagination";

const SessionInput = z.object({ sessionId: requiredId("sessionId") });

export const chatRouter = router({
  /** The whole response at once. `POST /api/chat/stream` streams it. */
  send: userProcedure.input(ChatInput).mutation(({ ctx, input }) => completeChat(ctx.service, input)),
  sessions: userProcedure
    .input(z.object({ cursor, search: filterText("search") }))
    .query(({ ctx, input }) => listChatSessions(ctx.service, input)),
  session: userProcedure.input(SessionInput).query(({ ctx, input }) => getChatSession(ctx.service, input)),
  rename: userProcedure.input(RenameChatInput).mutation(({ ctx, input }) => renameChat(ctx.service, input)),
  delete: userProcedure.input(SessionInput).mutation(({ ctx, input }) => deleteChat(ctx.service, input)),
});
