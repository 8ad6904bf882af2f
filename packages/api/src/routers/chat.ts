import {
  ChatInput,
  ChatInstructionsInput,
  OrganizeChatInput,
  RenameChatInput,
  TranscriptInput,
} from "@app/core/chat/chat-input";
import { requiredId } from "@app/core/input/fields";
import {
  deleteChat,
  getChatInstructions,
  getChatSession,
  listChatSessions,
  listPinnedChats,
  organizeChat,
  renameChat,
  setChatInstructions,
} from "@app/services/chat/chat-sessions";
import { completeChat } from "@app/services/chat/stream-chat";
import { showVersion } from "@app/services/chat/versions";
import { z } from "zod";
import { router, userProcedure } from "../trpc";
import { cursor, filterText } from "./pagination";

const SessionInput = z.object({ sessionId: requiredId("sessionId") });
const VersionInput = SessionInput.extend({ messageId: requiredId("messageId") });

export const chatRouter = router({
  /** The whole response at once. `POST /api/chat/stream` streams it. */
  send: userProcedure.input(ChatInput).mutation(({ ctx, input }) => completeChat(ctx.service, input)),
  sessions: userProcedure
    .input(z.object({ cursor, search: filterText("search"), archived: z.boolean().optional() }))
    .query(({ ctx, input }) => listChatSessions(ctx.service, input)),
  session: userProcedure.input(TranscriptInput).query(({ ctx, input }) => getChatSession(ctx.service, input)),
  pinned: userProcedure.query(({ ctx }) => listPinnedChats(ctx.service)),
  organize: userProcedure.input(OrganizeChatInput).mutation(({ ctx, input }) => organizeChat(ctx.service, input)),
  showVersion: userProcedure.input(VersionInput).mutation(({ ctx, input }) => showVersion(ctx.service, input)),
  instructions: userProcedure.query(({ ctx }) => getChatInstructions(ctx.service)),
  setInstructions: userProcedure
    .input(ChatInstructionsInput)
    .mutation(({ ctx, input }) => setChatInstructions(ctx.service, input)),
  rename: userProcedure.input(RenameChatInput).mutation(({ ctx, input }) => renameChat(ctx.service, input)),
  delete: userProcedure.input(SessionInput).mutation(({ ctx, input }) => deleteChat(ctx.service, input)),
});
