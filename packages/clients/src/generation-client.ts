import OpenAI from "openai";
import { boundBody } from "./bounded-body";
import { configuredFetch } from "./configured-fetch";

/** A model of a generation backend that speaks OpenAI's or ModelArk's protocol. */
export interface ModelEndpoint {
  /** Address before `/chat/completions` and its sisters, such as `https://host/api/v3`. */
  baseUrl: string;
  apiKey: string;
  model: string;
}

/** Answers to everything but chat are a few hundred bytes of JSON. */
export const GENERATION_ANSWER_MAX_BYTES = 1024 * 1024;
const REFUSAL_MAX_BYTES = 64 * 1024;

/**
 * The OpenAI SDK, tamed: no retries of its own (each would be paid for again), no environment variables, no console,
 * no redirects, bodies bounded to `answerMaxBytes`. Set `timeout` and `signal` per call; the SDK's `timeout` covers the headers only.
 */
export function createGenerationClient(endpoint: ModelEndpoint, answerMaxBytes: number): OpenAI {
  return createClient(endpoint, async (input, init) => {
    const response = await configuredFetch(input, init);
    return boundBody(response, response.ok ? answerMaxBytes : REFUSAL_MAX_BYTES, init?.signal);
  });
}

/** The same for answers that stream: take them with `asResponse()`, and bound what is read of them. */
export function createStreamingClient(endpoint: ModelEndpoint): OpenAI {
  return createClient(endpoint, async (input, init) => {
    const answer = await configuredFetch(input, init);
    return answer.ok ? answer : boundBody(answer, REFUSAL_MAX_BYTES, init?.signal);
  });
}

function createClient(endpoint: ModelEndpoint, fetch: typeof configuredFetch): OpenAI {
  return new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: endpoint.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    fetch,
  });
}
