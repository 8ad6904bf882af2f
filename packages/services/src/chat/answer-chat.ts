import type { ChatInput } from "@app/core/chat/chat-input";
import { CHAT_STREAM_ERROR, type ChatStreamEvent } from "@app/core/chat/stream-events";
import { AppError } from "@app/core/errors";
import type { UserContext } from "../context";
import { streamChatOnce } from "./stream-chat-once";

export interface CompletedChat {
  sessionId: string;
  remainingCredits: number;
  content: string;
}

/**
 * The same turn as the stream's, answered at once.
 * @throws AppError as `streamChat`, or `internal` with what the stream would have sent as its error
 */
export async function completeChat(ctx: UserContext, input: ChatInput): Promise<CompletedChat> {
  const events: ChatStreamEvent[] = [];
  const { run } = await streamChatOnce(ctx, input);
  await run((event) => events.push(event));
  const answer: CompletedChat = { sessionId: "", remainingCredits: 0, content: "" };
  for (const event of events) {
    if (event.type === "metadata")
      Object.assign(answer, { sessionId: event.sessionId, remainingCredits: event.remainingCredits });
    if (event.type === "content") answer.content += event.content;
    if (event.type === "error") {
      const { creditsCharged, remainingCredits } = event;
      const fields =
        creditsCharged === undefined || remainingCredits === undefined ? {} : { creditsCharged, remainingCredits };
      throw new AppError("internal", event.error || CHAT_STREAM_ERROR, { fields });
    }
  }
  return answer;
}
