import { callConfigured } from "./configured-call";
import { DeadlineError } from "./deadline";
import {
  GENERATION_RESPONSE_MAX_BYTES,
  type ModelEndpoint,
  toGenerationError,
  toRefusalError,
} from "./generation-backend";
import { UpstreamError } from "./upstream-error";

/**
 * One call in ModelArk's own protocol, POST when there is a body; its answer is JSON. Not by OpenAI's SDK, which is made for another
 * protocol and was a quarter of a paid request's CPU time.
 * @param timeoutMs from the call to the last byte of the answer
 * @throws UpstreamError whose message may be shown
 */
export async function callModelArk<Answer>(
  { baseUrl, apiKey }: ModelEndpoint,
  path: string,
  { body, timeoutMs, read }: { body?: object; timeoutMs: number; read: (answer: unknown) => Answer },
): Promise<Answer> {
  try {
    const called = await callConfigured(`${baseUrl.replace(/\/+$/, "")}${path}`, {
      headers: { authorization: `Bearer ${apiKey}` },
      body,
      maxBytes: GENERATION_RESPONSE_MAX_BYTES,
      timeoutMs,
    }).catch((cause: unknown) => {
      throw cause instanceof DeadlineError
        ? cause
        : new UpstreamError("The generation backend could not be reached", { cause });
    });
    if (!called.ok) throw toRefusalError(called.status, await called.text().catch(() => ""));
    return read(JSON.parse(await called.text()));
  } catch (cause) {
    throw toGenerationError(cause);
  }
}
