import { z } from "zod";
import { optionalText, requiredText } from "../input/text";
import { MESSAGE_MAX_CHARACTERS } from "./chat-limits";

const ID_MAX_CHARACTERS = 200;

export const ChatInput = z.object({
  message: requiredText("message", "Message is required", MESSAGE_MAX_CHARACTERS),
  /** Undefined starts a new session. */
  sessionId: optionalText("sessionId", ID_MAX_CHARACTERS),
  /** A message of the caller's in that session: it and all that follows it give way to this one. */
  replaces: optionalText("replaces", ID_MAX_CHARACTERS).optional(),
});
export type ChatInput = z.output<typeof ChatInput>;
