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

const REASON_MAX_CHARS = 2_000;
/** A shorter prompt tells nothing, and would be found in ordinary words. */
const QUOTED_MIN_CHARS = 4;
/** The members of a refusal's body that say why, in the usual formats. */
const REASON_NAMES: ReadonlySet<string> = new Set(
  "code detail details error errors loc message msg param reason request_id status title trace_id type".split(" "),
);

/**
 * What the log keeps of the body of a refusal: its reason. Other members often repeat the request, as those of many checks of input do, and
 * with it what a user wrote.
 * @param written by the user, and also left out where the reason quotes it
 * @returns JSON of at most 2,000 characters
 */
export function reasonForLog(body: string, written?: string): string {
  const reason = JSON.stringify(reasonIn(body)) ?? "";
  const quoted = JSON.stringify(written ?? "").slice(1, -1);
  const isQuotable = quoted.length >= QUOTED_MIN_CHARS;
  return (isQuotable ? reason.replaceAll(quoted, "[prompt]") : reason).slice(0, REASON_MAX_CHARS);
}

function reasonIn(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    const reason = pickReason(value);
    // A body without any of these names is all that tells the operator why.
    return JSON.stringify(reason) === "{}" ? value : reason;
  } catch {
    return body;
  }
}

/** Texts stay, alone or in a list; of an object its members that say why. */
function pickReason(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pickReason);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => REASON_NAMES.has(name.toLowerCase()));
  return Object.fromEntries(members.map(([name, member]) => [name, pickReason(member)]));
}
