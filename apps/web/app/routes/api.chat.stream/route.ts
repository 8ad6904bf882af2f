import { ChatInput } from "@app/core/chat/chat-input";
import { streamChatOnce } from "@app/services/chat/stream-chat";
import { methodNotAllowed, userJsonAction } from "~/server/http/rest.server";
import { eventStream } from "~/server/http/sse.server";

/** POST /api/chat/stream */
export const action = userJsonAction(
  ChatInput,
  async (user, input) => {
    const reply = await streamChatOnce(user, input);
    return eventStream(reply.run);
  },
  { scope: "chat" },
);

export const loader = methodNotAllowed("POST");
