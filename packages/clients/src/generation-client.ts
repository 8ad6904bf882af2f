import OpenAI from "openai";
import { boundBody } from "./bounded-body";
import { boundFrames } from "./bounded-frames";
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
 * no redirects, bodies bounded to `answerMaxBytes`, and a stream's single events to `frameMaxBytes`. Set `timeout` and `signal` per call; the SDK's `timeout` covers the
 * headers only.
 */
export function createGenerationClient(
  endpoint: ModelEndpoint,
  answerMaxBytes: number,
  frameMaxBytes?: number,
): OpenAI {
  return new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: endpoint.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    async fetch(input, init) {
      const response = await configuredFetch(input, init);
      if (!response.ok) return boundBody(response, REFUSAL_MAX_BYTES, init?.signal);
      const answer = boundBody(response, answerMaxBytes, init?.signal);
      return frameMaxBytes === undefined ? answer : boundFrames(answer, frameMaxBytes);
    },
  });
}
