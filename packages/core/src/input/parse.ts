import type { z } from "zod";
import { AppError } from "../errors";

const NOT_AN_OBJECT = "Request body must be a JSON object";

/**
 * Validates a value and returns the schema's output.
 * @throws AppError `bad_request` with the first problem in the schema's field order
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new AppError("bad_request", firstIssueMessage(result.error));
  return result.data;
}

/** The error text that REST and tRPC send for a schema error. One function, so that they cannot differ. */
export function firstIssueMessage(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue || (issue.code === "invalid_type" && issue.path.length === 0)) return NOT_AN_OBJECT;
  return issue.message;
}

/** Deepest nesting of objects and arrays. Code that reads a parsed value may recurse once per level. */
export const JSON_DEPTH_MAX = 32;
/** Largest number of members and items in total. Many small values take far more memory than their text. */
export const JSON_VALUES_MAX = 10_000;

const TOO_DEEP = `Request body must not nest deeper than ${JSON_DEPTH_MAX} levels`;
const TOO_MANY = `Request body must not hold more than ${JSON_VALUES_MAX} values`;
const NOT_JSON = "Request body must be valid JSON";

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Parses untrusted JSON after checking its depth and size with `jsonProblem`.
 * @throws AppError `bad_request`
 */
export function parseJson(text: string): unknown {
  const problem = jsonProblem(text);
  if (problem !== null) throw new AppError("bad_request", problem);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("bad_request", NOT_JSON, { cause });
  }
}

/**
 * Why a JSON text must not be parsed; null if it may be. One pass that skips strings, so that it is cheap even for an image of
 * megabytes. It does not check the syntax. The text may be UTF-8 decoded as Latin-1, because only ASCII characters matter here.
 */
export function jsonProblem(text: string): string | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
        values += 1;
        break;
    }
    if (depth > JSON_DEPTH_MAX) return TOO_DEEP;
    if (values > JSON_VALUES_MAX) return TOO_MANY;
  }
  return null;
}

/** Position of the closing quote of the string that starts at `start`; the text's end if there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
