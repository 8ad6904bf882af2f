import OpenAI from "openai";
import { createConfiguredFetch } from "./configured-fetch";

/** A model of a generation backend that speaks OpenAI's or ModelArk's protocol. */
export interface ModelEndpoint {
  /** Address before `/chat/completions` and its sisters, such as `https://host/api/v3`. */
  baseUrl: string;
  apiKey: string;
  model: string;
}

/** Answers to everything but chat, and refusals, are a few hundred bytes of JSON. */
export const GENERATION_RESPONSE_MAX_BYTES = 1024 * 1024;

/**
 * The OpenAI SDK, tamed: no retries of its own (each would be paid for again), no environment variables, no console,
 * no redirects, bodies bounded to `answerMaxBytes`. Set a `signal` per call; the SDK's own `timeout` covers the headers only.
 * Take answers that stream with `asResponse()`: a `ConfiguredAnswer`, whose pieces their reader bounds.
 */
export function createOpenAiClient(endpoint: ModelEndpoint, answerMaxBytes: number): OpenAI {
  return new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: endpoint.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    fetch: createConfiguredFetch(answerMaxBytes),
  });
}
