import { z } from "zod";
import { callJson } from "./configured-fetch";
import { GENERATION_RESPONSE_MAX_BYTES, type ModelEndpoint, toRefusalError } from "./generation-backend";
import { UpstreamError } from "./upstream-error";

/** `unknown`: the backend responds and does not say which models it has. */
export type ModelAvailability = "available" | "missing" | "unknown";

export interface ModelDirectory {
  /**
   * Asks a backend whether it has its model. Costs nothing: no model is called.
   * @throws UpstreamError when the backend cannot be reached, fails, or refuses the key
   */
  check(kind: ModelKind): Promise<ModelAvailability>;
}

export type ModelKind = "chat" | "image" | "video";

const DIRECTORY_TIMEOUT_MS = 10_000;
const KEY_REFUSED = [401, 403];
const FAILED_FROM = 500;

const ModelList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Reads OpenAI's list of models, `GET <base>/models`, which not every backend has. */
export function createModelDirectory(endpoints: Readonly<Record<ModelKind, ModelEndpoint>>): ModelDirectory {
  return {
    async check(kind) {
      const { baseUrl, apiKey, model } = endpoints[kind];
      const response = await callJson(`${baseUrl}/models`, {
        headers: { authorization: `Bearer ${apiKey}` },
        body: undefined,
        maxBytes: GENERATION_RESPONSE_MAX_BYTES,
        timeoutMs: DIRECTORY_TIMEOUT_MS,
      }).catch((cause: unknown) => {
        throw new UpstreamError("The generation backend could not be reached", { cause });
      });
      if (KEY_REFUSED.includes(response.status))
        throw new UpstreamError("The generation backend refused the API key", { status: response.status });
      if (response.status >= FAILED_FROM) throw toRefusalError(response.status, response.text);
      return response.ok ? availabilityIn(response.text, model) : "unknown";
    },
  };
}

function availabilityIn(text: string, model: string): ModelAvailability {
  try {
    return ModelList.parse(JSON.parse(text)).data.some(({ id }) => id === model) ? "available" : "missing";
  } catch {
    // Not a list of models, for example a page for people.
    return "unknown";
  }
}
