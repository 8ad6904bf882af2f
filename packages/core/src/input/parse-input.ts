import type { z } from "zod";
import { AppError } from "../errors";

const NOT_AN_OBJECT = "Request body must be a JSON object";

/**
 * The input a schema makes of what was sent.
 * @throws AppError `bad_request` with the first problem in the schema's field order
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new AppError("bad_request", firstIssueMessage(result.error));
  return result.data;
}

/** The text both transports answer with, so that they cannot differ. */
export function firstIssueMessage(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue || (issue.code === "invalid_type" && issue.path.length === 0)) return NOT_AN_OBJECT;
  return issue.message;
}
