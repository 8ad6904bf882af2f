import fc from "fast-check";
import type { MonitoredService } from "./monitored-service";
import { type FuzzRequest, type FuzzResponse, type Origin, send } from "./send";

/** One request with what it may be answered with. */
export interface FuzzCase {
  request: FuzzRequest;
  expected: Expectation;
}

/** Routes that are fuzzed together, with one figure for all. */
export interface FuzzGroup {
  name: string;
  cases: fc.Arbitrary<FuzzCase>;
}

/** What requests need to get past the first door. */
export interface FuzzContext {
  origin: string;
  userCookie: string;
  adminCookie: string;
  /** Of users nobody is signed in as. */
  victimIds: readonly string[];
  webhookSecret: string;
  cronSecret: string;
  /** Auth.js's token of a form, with the cookie it belongs to. */
  csrf: { token: string; cookie: string };
  procedures: readonly Procedure[];
}

export interface Procedure {
  path: string;
  type: "query" | "mutation";
  fields: readonly string[];
}

/** Requests under way at a time. */
const LANES = 6;
/** The first ones fill caches, which is no leak. */
const WARM_UP_CASES = 100;

export interface GroupResult {
  cases: number;
  /** Answers of 500 and above that are not listed. */
  unlisted: number;
  statuses: Map<number, number>;
  ms: number;
  heldGrowthBytes: number;
  rssGrowthBytes: number;
  /** The first request that went wrong, made as small as it gets. */
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
    const answer = await send(target, request);
    result.cases += 1;
    result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1);
    const problem = findProblem(request, answer, expected);
    if (problem !== null && answer.status >= 500) result.unlisted += 1;
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

/** What a kind of request may be answered with. */
interface Expectation {
  statuses: readonly number[];
  /** Errors that are the outside world's, or the specification's: status and words. */
  listedErrors?: readonly string[];
  /** Whether errors are bodies of the form `{ error }`, procedures' own errors, or pages. */
  errors: "rest" | "trpc" | "page";
}

const INSIDES = /node_modules|\/app\/server\/|\bat \w+ \(|PrismaClient|SELECT .* FROM|postgresql:\/\//;

/** What is wrong with an answer; null when nothing is. */
function findProblem(request: FuzzRequest, answer: FuzzResponse, expected: Expectation): string | null {
  const { status, body } = answer;
  if (isRejectedByHttpParser(request, answer)) return null;
  if (answer.requestId === "") return `${status} without a request id`;
  if (status >= 400 && INSIDES.test(body)) return `${status} shows insides: ${body.slice(0, 300)}`;
  const errors = status < 400 || request.method === "HEAD" ? [] : errorMessages(answer, expected.errors);
  if (errors === null) return `${status} with a body of no known form: ${answer.contentType} ${body.slice(0, 300)}`;
  if (expected.statuses.includes(status)) return null;
  const isListed = errors.length > 0 && errors.every((error) => expected.listedErrors?.includes(`${status} ${error}`));
  return isListed ? null : `status ${status} is not listed: ${body.slice(0, 300)}`;
}

/** The server itself refuses such a path, before there is a request, with no more than a status. */
function isRejectedByHttpParser({ path }: FuzzRequest, { status, body }: FuzzResponse): boolean {
  return path.includes("\\") && status === 400 && body === "";
}

/** The words of an error's body; null when it has another form. */
function errorMessages({ contentType, body }: FuzzResponse, form: Expectation["errors"]): string[] | null {
  if (form === "page") return [];
  if (!contentType.startsWith("application/json")) return null;
  const parsed: unknown = parse(body);
  const answers = Array.isArray(parsed) ? parsed : [parsed];
  const words = answers.flatMap((answer) => (isFailure(answer) ? [errorMessage(answer.error, form)] : []));
  return words.length > 0 && words.every((word) => word !== null) ? words : null;
}

function isFailure(answer: unknown): answer is { error: unknown } {
  return typeof answer === "object" && answer !== null && "error" in answer;
}

function errorMessage(error: unknown, form: "rest" | "trpc"): string | null {
  // What is refused before it reaches a procedure is refused as everywhere.
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
