import { PublicError } from "@app/core/errors";

/**
 * An outside party failed, answered nonsense or took too long. The message may be stored and shown to the user:
 * it never carries an address, a credential or the party's raw answer. Those are in `cause`, for the log.
 */
export class UpstreamError extends PublicError {
  override readonly name = "UpstreamError";
  /** The party's status code (HTTP, or SMTP for mails); null when there was no answer or the answer was unusable. */
  readonly status: number | null;

  constructor(message: string, options: { status?: number | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status ?? null;
  }
}

export const DISPLAY_MESSAGE_MAX_CHARS = 300;

/** What is looked at of a longer text, so that a huge one costs nothing. */
const SCANNED_MAX_CHARS = 4 * DISPLAY_MESSAGE_MAX_CHARS;
const ADDRESS_PATTERN = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;
const BLANK_PATTERN = /[\s\p{Cc}]+/gu;

/**
 * An outside party's own words made fit to store and show: one line, at most `SHOWN_MESSAGE_MAX_CHARS` characters,
 * addresses left out. Null when there are no words.
 */
export function toDisplayMessage(text: unknown): string | null {
  if (typeof text !== "string") return null;
  const line = text
    .slice(0, SCANNED_MAX_CHARS)
    .replace(ADDRESS_PATTERN, "[address]")
    .replace(BLANK_PATTERN, " ")
    .trim();
  // By code point, so that the cut never leaves half a character.
  const characters = Array.from(line);
  const shown =
    characters.length > DISPLAY_MESSAGE_MAX_CHARS
      ? [...characters.slice(0, DISPLAY_MESSAGE_MAX_CHARS - 1), "…"]
      : characters;
  return shown.length === 0 ? null : shown.join("");
}
