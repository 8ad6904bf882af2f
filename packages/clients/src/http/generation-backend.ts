import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, OpenAIError } from "openai";
import { ZodError } from "zod";
import { createConfiguredFetch } from "./configured-fetch";
import { DeadlineError } from "./deadline";
import { toDisplayMessage, UpstreamError } from "./upstream-error";

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

const FAILED = "The generation backend failed";
/** How much of a refusal is kept for the log. */
const RAW_RESPONSE_MAX_CHARS = 2_000;
const UNREADABLE = "The generation backend gave an answer that cannot be read";

/**
 * Says of any failure of a call to the generation backend what may be shown; the failure itself becomes the cause.
 * @param ownWords shown instead of the backend's words about a request it refused
 */
export function toGenerationError(cause: unknown, ownWords?: string): UpstreamError {
  if (cause instanceof UpstreamError) return cause;
  if (cause instanceof DeadlineError || cause instanceof APIConnectionTimeoutError) {
    return new UpstreamError("The generation backend did not answer in time", { cause });
  }
  if (cause instanceof APIConnectionError) {
    return new UpstreamError("The generation backend could not be reached", { cause });
  }
  if (cause instanceof APIError) {
    const message = refusalMessage(cause.status, cause.error, ownWords);
    return new UpstreamError(message, { status: cause.status ?? null, cause });
  }
  if (cause instanceof SyntaxError || cause instanceof ZodError || cause instanceof OpenAIError) {
    return new UpstreamError(UNREADABLE, { cause });
  }
  return new UpstreamError("The connection to the generation backend was lost", { cause });
}

/** What a refusal with this body says. */
export function toRefusalError(status: number, text: string): UpstreamError {
  const cause = text.slice(0, RAW_RESPONSE_MAX_CHARS);
  return new UpstreamError(refusalMessage(status, errorIn(text)), { status, cause });
}

function errorIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Words about the user's request are the backend's own. About our account with it (401, 403, 429) and about its
 * insides (500 and up) it may tell things that are not the user's business.
 */
function refusalMessage(status: number | undefined, error: unknown, ownWords?: string): string {
  if (status === 429) return "The generation backend is busy";
  if (status === 401 || status === 403) return "The generation backend refused the request";
  if (status !== undefined && (status < 400 || status >= 500)) return FAILED;
  return ownWords ?? toDisplayMessage(errorMessage(error)) ?? FAILED;
}

function errorMessage(body: unknown): unknown {
  return typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
}
