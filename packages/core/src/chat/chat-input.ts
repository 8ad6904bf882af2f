import { z } from "zod";
import { optionalText, requiredText } from "../input/text";

const MESSAGE_MAX_CHARACTERS = 32_000;
const SESSION_ID_MAX_CHARACTERS = 200;

export const ChatInput = z.object({
  message: requiredText("message", "Message is required", MESSAGE_MAX_CHARACTERS),
  /** Undefined starts a new session. */
  sessionId: optionalText("sessionId", SESSION_ID_MAX_CHARACTERS),
});
export type ChatInput = z.output<typeof ChatInput>;
