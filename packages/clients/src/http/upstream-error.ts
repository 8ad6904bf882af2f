import { PublicError } from "@app/core/errors";

/**
 * An external service failed, sent an unusable response or took too long. The message may be stored and shown to users: it never holds
 * an address, a credential or the raw response. Those are in `cause`, for the log.
 */
export class UpstreamError extends PublicError {
  override readonly name = "UpstreamError";
  /** The service's status code (HTTP, or SMTP for mails); null when there was no response or an unusable one. */
  readonly status: number | null;

  constructor(message: string, options: { status?: number | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.status = options.status ?? null;
  }
}

export const DISPLAY_MESSAGE_MAX_CHARS = 300;

/** A longer text is cut first, so that a huge one costs nothing. */
const SCANNED_MAX_CHARS = 4 * DISPLAY_MESSAGE_MAX_CHARS;
const ADDRESS_PATTERN = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;
const BLANK_PATTERN = /[\s\p{Cc}]+/gu;

/**
 * Makes an external service's message fit to store and show: one line, at most `DISPLAY_MESSAGE_MAX_CHARS` characters, addresses
 * replaced. Null when there is no text.
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
