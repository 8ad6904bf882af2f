import { z } from "zod";
import { optionalText, requiredId, requiredText } from "../input/fields";
import {
  INSTRUCTIONS_MAX_CHARACTERS,
  MESSAGE_MAX_CHARACTERS,
  TITLE_MAX_CHARACTERS,
  TRANSCRIPT_MESSAGES_MAX,
} from "./conversation";

const ID_MAX_CHARACTERS = 200;

export const ChatInput = z.object({
  message: requiredText("message", "Message is required", MESSAGE_MAX_CHARACTERS),
  sessionId: optionalText("sessionId", ID_MAX_CHARACTERS).describe(
    "The chat to go on with. Without it a new one begins.",
  ),
  replaces: optionalText("replaces", ID_MAX_CHARACTERS)
    .optional()
    .describe("Id of an earlier message of the caller in that chat: this one replaces it and all later ones."),
  model: optionalText("model", ID_MAX_CHARACTERS)
    .optional()
    .describe("One of the models of GET /v1/models, each with its own price. Without it the first one answers."),
});
export type ChatInput = z.output<typeof ChatInput>;

export const TranscriptInput = z.object({
  sessionId: requiredId("sessionId"),
  messages: z
    .int({ error: "messages must be a whole number" })
    .min(1, { error: "messages must be at least 1" })
    .max(TRANSCRIPT_MESSAGES_MAX, { error: `messages must be at most ${TRANSCRIPT_MESSAGES_MAX}` })
    .optional(),
});
export type TranscriptInput = z.output<typeof TranscriptInput>;

export const RenameChatInput = z.object({
  sessionId: requiredId("sessionId"),
  title: requiredText("title", "title is required", TITLE_MAX_CHARACTERS).transform((title) => title.trim()),
});
export type RenameChatInput = z.output<typeof RenameChatInput>;

export const ChatInstructionsInput = z.object({
  instructions: optionalText("instructions", INSTRUCTIONS_MAX_CHARACTERS),
});
export type ChatInstructionsInput = z.output<typeof ChatInstructionsInput>;

/** Fields that are left out stay as they are. */
export const OrganizeChatInput = z.object({
  sessionId: requiredId("sessionId"),
  pinned: z.boolean({ error: "pinned must be true or false" }).optional(),
  archived: z.boolean({ error: "archived must be true or false" }).optional(),
});
export type OrganizeChatInput = z.output<typeof OrganizeChatInput>;
