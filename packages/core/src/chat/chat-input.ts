import { z } from "zod";
import { optionalText, requiredId, requiredText } from "../input/fields";
import { MESSAGE_MAX_CHARACTERS, TITLE_MAX_CHARACTERS } from "./conversation";

const ID_MAX_CHARACTERS = 200;

export const ChatInput = z.object({
  message: requiredText("message", "Message is required", MESSAGE_MAX_CHARACTERS),
  sessionId: optionalText("sessionId", ID_MAX_CHARACTERS).describe(
    "The chat to go on with. Without it a new one begins.",
  ),
  replaces: optionalText("replaces", ID_MAX_CHARACTERS)
    .optional()
    .describe("Id of an earlier message of the caller in that chat: this one replaces it and all later ones."),
});
export type ChatInput = z.output<typeof ChatInput>;

export const RenameChatInput = z.object({
  sessionId: requiredId("sessionId"),
  title: requiredText("title", "title is required", TITLE_MAX_CHARACTERS).transform((title) => title.trim()),
});
export type RenameChatInput = z.output<typeof RenameChatInput>;
