import { TITLE_MAX_CHARACTERS } from "./chat-limits";

/** The first characters of a session's first message, counted in code points so that no emoji is cut in half. */
export function sessionTitle(message: string): string {
  // A code point takes at most two units, so the cut-out holds enough of them without spreading a whole long message.
  return Array.from(message.slice(0, 2 * TITLE_MAX_CHARACTERS))
    .slice(0, TITLE_MAX_CHARACTERS)
    .join("");
}
