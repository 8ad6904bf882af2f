import { z } from "zod";
import { requiredId } from "../input/id";
import { requiredText } from "../input/text";
import { TITLE_MAX_CHARACTERS } from "./chat-limits";

export const RenameChatInput = z.object({
  sessionId: requiredId("sessionId"),
  title: requiredText("title", "title is required", TITLE_MAX_CHARACTERS).transform((title) => title.trim()),
});
export type RenameChatInput = z.output<typeof RenameChatInput>;
