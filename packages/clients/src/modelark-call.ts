import { createConfiguredFetch } from "./configured-fetch";
import { withDeadline } from "./deadline";
import { GENERATION_ANSWER_MAX_BYTES, type ModelEndpoint } from "./generation-client";
import { refusalOf, toGenerationError } from "./generation-error";
import { UpstreamError } from "./upstream-error";

const send = createConfiguredFetch(GENERATION_ANSWER_MAX_BYTES);

/**
 * One call in ModelArk's own protocol, POST when there is a body; its answer is JSON. Not by OpenAI's SDK, which is made for another
 * protocol and takes half as much CPU time again as the rest of a paid request's way to the backend.
 * @param timeoutMs from the call to the last byte of the answer
 * @throws UpstreamError whose message may be shown
 */
export async function callModelArk<Answer>(
  { baseUrl, apiKey }: ModelEndpoint,
  path: string,
  { body, timeoutMs, read }: { body?: object; timeoutMs: number; read: (answer: unknown) => Answer },
): Promise<Answer> {
  try {
    const answer = await withDeadline(timeoutMs, async (signal) => {
      const response = await send(`${baseUrl.replace(/\/+$/, "")}${path}`, {
        method: body ? "POST" : "GET",
        headers: { "content-type": "application/json", accept: "application/json", authorization: `Bearer ${apiKey}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal,
      }).catch((cause: unknown) => {
        throw new UpstreamError("The generation backend could not be reached", { cause });
      });
      if (!response.ok) throw refusalOf(response.status, await response.text().catch(() => ""));
      return response.json();
    });
    return read(answer);
  } catch (cause) {
    throw toGenerationError(cause);
  }
}
