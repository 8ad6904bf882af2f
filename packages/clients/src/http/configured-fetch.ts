import type { IncomingMessage } from "node:http";
import { sendConfigured } from "./configured-request";
import { toFetchHeaders } from "./guarded-fetch";
import { MessageReader } from "./message-reader";
import { UpstreamError } from "./upstream-error";

export const REFUSAL_MAX_BYTES = 64 * 1024;

/** An answer whose body is read as text, up to a bound, or piece by piece. As a Response it has none. */
export class ConfiguredAnswer extends Response {
  /** Read once, by one reader. */
  readonly pieces: MessageReader;
  readonly #maxBytes: number;

  /** @throws RangeError for a status no answer may have */
  constructor(message: IncomingMessage, maxBytes: number) {
    super(null, { status: message.statusCode ?? 0, headers: toFetchHeaders(message) });
    this.pieces = new MessageReader(message);
    this.#maxBytes = this.ok ? maxBytes : REFUSAL_MAX_BYTES;
  }

  /** @throws UpstreamError beyond the bound, and what broke the connection */
  override async text(): Promise<string> {
    const text = await this.pieces.text(this.#maxBytes);
    if (text === null) throw new UpstreamError("The answer is too large", { status: this.status });
    return text;
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

/**
 * A `fetch` for a host that the configuration names, wherever it is. A redirect comes back as the answer it is: followed, it would carry
 * the key and the request to a host that nobody configured. Its answers are `ConfiguredAnswer`s.
 * @param maxBytes of an answer that is read as text; refusals have a bound of their own
 */
export function createConfiguredFetch(maxBytes: number): typeof fetch {
  return async (input, { method = "GET", headers, body, signal } = {}) => {
    const message = await sendConfigured(new URL(input instanceof Request ? input.url : input), {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      body: typeof body === "string" ? body : undefined,
      signal: signal ?? undefined,
    });
    try {
      return new ConfiguredAnswer(message, maxBytes);
    } catch (cause) {
      message.destroy();
      throw cause;
    }
  };
}
