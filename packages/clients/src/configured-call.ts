import { REFUSAL_MAX_BYTES } from "./configured-fetch";
import { sendConfigured } from "./configured-request";
import { MessageReader } from "./message-reader";
import { UpstreamError } from "./upstream-error";

export interface ConfiguredCall {
  headers: Readonly<Record<string, string>>;
  /** Sent as JSON, with POST; without one it is a GET. */
  body: object | undefined;
  /** Of an answer; a refusal has a bound of its own. */
  maxBytes: number;
  /** From the call to the last byte of the answer. */
  timeoutMs: number;
}

export interface CalledAnswer {
  ok: boolean;
  status: number;
  text: () => Promise<string>;
}

/**
 * One call of a JSON API at a host that the configuration names, without the objects that `fetch` puts around a request and its answer.
 * Rejects when the host cannot be reached; `text`, which is to be read, rejects with what broke the connection, or with an UpstreamError
 * beyond the bound. Both reject with a DeadlineError when it takes too long.
 */
export async function callConfigured(url: string, call: ConfiguredCall): Promise<CalledAnswer> {
  const message = await sendConfigured(new URL(url), {
    method: call.body ? "POST" : "GET",
    headers: { "content-type": "application/json", accept: "application/json", ...call.headers },
    body: call.body && JSON.stringify(call.body),
    timeoutMs: call.timeoutMs,
  });
  const status = message.statusCode ?? 0;
  const ok = status >= 200 && status < 300;
  const reader = new MessageReader(message);
  return {
    ok,
    status,
    text: async () => {
      const text = await reader.text(ok ? call.maxBytes : REFUSAL_MAX_BYTES);
      if (text === null) throw new UpstreamError("The answer is too large", { status });
      return text;
    },
  };
}
