import fc from "fast-check";
import type { MonitoredService } from "./monitored-service";
import { type FuzzRequest, type FuzzResponse, type Origin, send } from "./send";

/** One request and the responses it may get. */
export interface FuzzCase {
  request: FuzzRequest;
  expected: Expectation;
}

/** Routes that are fuzzed and reported together. */
export interface FuzzGroup {
  name: string;
  cases: fc.Arbitrary<FuzzCase>;
}

/** Credentials that requests need to pass authentication. */
export interface FuzzContext {
  origin: string;
  userCookie: string;
  adminCookie: string;
  /** Ids of users without a session. */
  victimIds: readonly string[];
  webhookSecret: string;
  cronSecret: string;
  /** An API key of the user with all scopes. */
  apiKey: string;
  /** Auth.js's CSRF token with its cookie. */
  csrf: { token: string; cookie: string };
  procedures: readonly Procedure[];
}

export interface Procedure {
  path: string;
  type: "query" | "mutation";
  fields: readonly string[];
}

/** Concurrent requests. */
const LANES = 6;
/** The first cases fill caches, which is no leak. */
const WARM_UP_CASES = 100;

export interface GroupResult {
  cases: number;
  /** Responses of 500 and above that are not listed. */
  unlisted: number;
  statuses: Map<number, number>;
  ms: number;
  heldGrowthBytes: number;
  rssGrowthBytes: number;
  /** The first failing request, shrunk. */
  failure: string | null;
}

export async function runGroup(
  { cases }: FuzzGroup,
  service: MonitoredService,
  target: Origin,
  options: { cases: number; seed: number },
): Promise<GroupResult> {
  const result: GroupResult = {
    cases: 0,
    unlisted: 0,
    statuses: new Map(),
    ms: 0,
    heldGrowthBytes: 0,
    rssGrowthBytes: 0,
    failure: null,
  };
  const property = fc.asyncProperty(cases, async ({ request, expected }) => {
    if (service.exit) throw new Error(`The process is gone: ${service.exit}`);
    const response = await send(target, request);
    result.cases += 1;
    result.statuses.set(response.status, (result.statuses.get(response.status) ?? 0) + 1);
    const problem = findProblem(request, response, expected);
    if (problem !== null && response.status >= 500) result.unlisted += 1;
    if (problem !== null) throw new Error(problem);
  });
  const run = async (seed: number, numRuns: number) => {
    const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns, endOnFailure: false });
    if (!failed || result.failure !== null) return;
    const [smallest] = counterexample ?? [];
    const body = smallest?.request.body?.toString("utf8").slice(0, 2_000);
    result.failure = `${String(errorInstance)}\n    ${JSON.stringify({ ...smallest?.request, body })}`;
  };
  await run(options.seed, Math.min(WARM_UP_CASES, options.cases));
  const before = await service.memory();
  const startedAt = performance.now();
  const left = Math.max(0, options.cases - WARM_UP_CASES);
  const perLane = Math.ceil(left / LANES);
  if (perLane > 0)
    await Promise.all(Array.from({ length: LANES }, (_lane, index) => run(options.seed + 1 + index, perLane)));
  result.ms = performance.now() - startedAt;
  if (service.exit) return { ...result, failure: result.failure ?? service.exit };
  const after = await service.memory();
  result.heldGrowthBytes = after.heldBytes - before.heldBytes;
  result.rssGrowthBytes = after.rssBytes - before.rssBytes;
  return result;
}

/** The responses that a kind of request may get: as listed, or as something else decides. */
type Expectation = ListedResponses | { problemOf: (response: FuzzResponse) => string | null };

interface ListedResponses {
  statuses: readonly number[];
  /** Errors of external services or of the specification, as status and message. */
  listedErrors?: readonly string[];
  /** Form of error bodies: `{ error }`, tRPC errors or pages. */
  errors: "rest" | "trpc" | "page";
}

const INSIDES = /node_modules|\/app\/server\/|\bat \w+ \(|PrismaClient|SELECT .* FROM|postgresql:\/\//;

/** What is wrong with a response, or null. */
function findProblem(request: FuzzRequest, response: FuzzResponse, expected: Expectation): string | null {
  const { status, body } = response;
  if (isRejectedByHttpParser(request, response)) return null;
  if (response.requestId === "") return `${status} without a request id`;
  if (status >= 400 && INSIDES.test(body)) return `${status} shows insides: ${body.slice(0, 300)}`;
  if ("problemOf" in expected) return expected.problemOf(response);
  const errors = status < 400 || request.method === "HEAD" ? [] : errorMessages(response, expected.errors);
  if (errors === null) return `${status} with a body of no known form: ${response.contentType} ${body.slice(0, 300)}`;
  if (expected.statuses.includes(status)) return null;
  const isListed = errors.length > 0 && errors.every((error) => expected.listedErrors?.includes(`${status} ${error}`));
  return isListed ? null : `status ${status} is not listed: ${body.slice(0, 300)}`;
}

/** Node's HTTP parser refuses such a path with a bare status, before there is a request. */
function isRejectedByHttpParser({ path }: FuzzRequest, { status, body }: FuzzResponse): boolean {
  return path.includes("\\") && status === 400 && body === "";
}

/** The messages of an error body; null when it has another form. */
function errorMessages({ contentType, body }: FuzzResponse, form: ListedResponses["errors"]): string[] | null {
  if (form === "page") return [];
  if (!contentType.startsWith("application/json")) return null;
  const parsed: unknown = parse(body);
  const results = Array.isArray(parsed) ? parsed : [parsed];
  const words = results.flatMap((item) => (isFailure(item) ? [errorMessage(item.error, form)] : []));
  return words.length > 0 && words.every((word) => word !== null) ? words : null;
}

function isFailure(item: unknown): item is { error: unknown } {
  return typeof item === "object" && item !== null && "error" in item;
}

function errorMessage(error: unknown, form: "rest" | "trpc"): string | null {
  // Errors before the procedure have the form of the REST API.
  if (typeof error === "string") return error;
  if (form === "rest") return null;
  const { json } = error as { json?: { message?: unknown } };
  return typeof json?.message === "string" ? json.message : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
