import OpenAI, {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  type ClientOptions,
  OpenAIError,
} from "openai";
import { ZodError } from "zod";
import { createConfiguredFetch, UnreachableError } from "./configured-fetch";
import { DeadlineError } from "./deadline";
import { reasonForLog, toDisplayMessage, UpstreamError } from "./upstream-error";

/** A model of a generation backend that speaks OpenAI's or ModelArk's protocol. */
export interface ModelEndpoint {
  /** Address before `/chat/completions` and the other paths, such as `https://host/api/v3`. */
  baseUrl: string;
  apiKey: string;
  model: string;
}

/** Largest JSON response of a backend. Responses other than chat streams are a few hundred bytes. */
export const GENERATION_RESPONSE_MAX_BYTES = 1024 * 1024;

/**
 * The OpenAI client without retries (each would be paid for again), environment variables, console output and redirects; bodies are
 * bounded to `maxBytes`. Pass a `signal` with every call: the client's own `timeout` covers the headers only. Take responses by
 * `asResponse()`, which is a `ConfiguredResponse`.
 */
export function createOpenAiClient(endpoint: ModelEndpoint, maxBytes: number): OpenAI {
  return new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: endpoint.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    // A ConfiguredResponse has all that the client reads of a Response.
    fetch: createConfiguredFetch(maxBytes) as unknown as ClientOptions["fetch"],
  });
}

const FAILED = "The generation backend failed";
const UNREADABLE = "The generation backend gave an answer that cannot be read";

/**
 * Turns any failure of a call to the generation backend into an error whose message may be shown. The failure becomes its cause.
 * @param refusalText shown instead of the backend's message about a request that it refused
 */
export function toGenerationError(cause: unknown, refusalText?: string): UpstreamError {
  if (cause instanceof UpstreamError) return cause;
  if (cause instanceof DeadlineError || cause instanceof APIConnectionTimeoutError) {
    return new UpstreamError("The generation backend did not answer in time", { cause });
  }
  if (cause instanceof APIConnectionError || cause instanceof UnreachableError) {
    return new UpstreamError("The generation backend could not be reached", { cause });
  }
  if (cause instanceof APIError) {
    const message = refusalMessage(cause.status, cause.error, refusalText);
    return new UpstreamError(message, { status: cause.status ?? null, cause });
  }
  if (cause instanceof SyntaxError || cause instanceof ZodError || cause instanceof OpenAIError) {
    return new UpstreamError(UNREADABLE, { cause });
  }
  return new UpstreamError("The connection to the generation backend was lost", { cause });
}

/** The error for a refusal with this status and body. @param prompt of the request, which the log does not keep */
export function toRefusalError(status: number, text: string, prompt?: string): UpstreamError {
  const cause = reasonForLog(text, prompt);
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
 * Only messages about the user's request (other 4xx) are passed on. Those about our account with the backend (401, 403, 429) and about
 * its internals (500 and up) may hold details that are not for users.
 */
function refusalMessage(status: number | undefined, error: unknown, refusalText?: string): string {
  if (status === 429) return "The generation backend is busy";
  if (status === 401 || status === 403) return "The generation backend refused the request";
  if (status !== undefined && (status < 400 || status >= 500)) return FAILED;
  return refusalText ?? toDisplayMessage(errorMessage(error)) ?? FAILED;
}

function errorMessage(body: unknown): unknown {
  return typeof body === "object" && body !== null && "message" in body ? body.message : undefined;
}
