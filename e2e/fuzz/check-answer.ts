import type { FuzzRequest, FuzzResponse } from "./send";

/** What a kind of request may be answered with. */
export interface Expectation {
  statuses: readonly number[];
  /** Errors that are the outside world's, or the specification's: status and words. */
  listedErrors?: readonly string[];
  /** Whether errors are bodies of the form `{ error }`, procedures' own errors, or pages. */
  errors: "rest" | "trpc" | "page";
}

const INSIDES = /node_modules|\/app\/server\/|\bat \w+ \(|PrismaClient|SELECT .* FROM|postgresql:\/\//;

/** What is wrong with an answer; null when nothing is. */
export function findProblem(request: FuzzRequest, answer: FuzzResponse, expected: Expectation): string | null {
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
