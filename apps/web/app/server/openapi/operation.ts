import type { ApiKeyScope } from "@app/core/api-keys/api-key-scopes";
import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from "zod-openapi";

/** The tags, in the order of the reference. */
export const TAGS = {
  generation: "Images, videos and chat",
  openai: "OpenAI compatibility",
  account: "Account and API keys",
  payments: "Payments",
  admin: "Administration",
  operations: "Operations",
  webhooks: "Webhooks that we send",
} as const;

/** Who may call an operation. */
type Caller =
  | { kind: "anyone" | "session" | "administrator" | "scheduler" | "scheduler with secret" | "provider" }
  | { kind: "session or key" | "key"; scope: ApiKeyScope };

/** Errors besides those that follow from the caller and the input. */
type ErrorStatus = 400 | 402 | 403 | 404 | 409 | 413 | 429 | 502 | 503;

interface OperationInput {
  id: string;
  tag: keyof typeof TAGS;
  summary: string;
  description?: string;
  caller: Caller;
  path?: z.ZodObject;
  query?: z.ZodObject;
  /** A JSON body with an example that succeeds. */
  body?: { schema: z.ZodType; example: object };
  /** Another body. */
  requestBody?: ZodOpenApiOperationObject["requestBody"];
  /** Whether it takes an Idempotency-Key. */
  isIdempotent?: boolean;
  responses: ZodOpenApiResponsesObject;
  errors?: readonly ErrorStatus[];
  /** The shape of its errors. */
  errorStyle?: "rest" | "openai";
}

const IdempotencyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .describe(
      "1 to 255 visible ASCII characters, kept for 24 hours. A repeated request with the same key gets the first response and is charged once.",
    ),
});

/** An operation with the errors that its caller, input and limits bring. */
export function operation(input: OperationInput): ZodOpenApiOperationObject {
  const { id, tag, summary, description, caller, path, query, body, requestBody, isIdempotent = false } = input;
  const hasInput = Boolean(body ?? requestBody ?? query ?? path) || isIdempotent;
  const statuses = new Set<number>([
    ...(input.errors ?? []),
    ...(hasInput ? [400] : []),
    // Too large, or too many bodies of one network at a time.
    ...(body || requestBody ? [413, 429] : []),
    ...errorsOfCaller(caller),
    ...(isIdempotent ? [409] : []),
    500,
  ]);
  const style = input.errorStyle === "openai" ? "OpenAI" : "";
  const errors = [...statuses].sort().map((status) => [status, { $ref: `#/components/responses/${style}${status}` }]);
  return {
    operationId: id,
    tags: [TAGS[tag]],
    summary,
    ...(description || "scope" in caller ? { description: describe(description, caller) } : {}),
    security: securityOf(caller),
    requestParams: {
      ...(path ? { path } : {}),
      ...(query ? { query } : {}),
      ...(isIdempotent ? { header: IdempotencyHeader } : {}),
    },
    ...(body ? { requestBody: jsonBody(body) } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...input.responses, ...Object.fromEntries(errors) } as ZodOpenApiResponsesObject,
  };
}

const jsonBody = ({ schema, example }: { schema: z.ZodType; example: object }) => ({
  required: true,
  content: { "application/json": { schema, example } },
});

function describe(description: string | undefined, caller: Caller): string {
  const scope = "scope" in caller ? `API keys need the scope \`${caller.scope}\`.` : "";
  return [description, scope].filter(Boolean).join(" ");
}

function errorsOfCaller({ kind }: Caller): number[] {
  if (kind === "anyone") return [];
  if (kind === "scheduler" || kind === "scheduler with secret") return [401];
  if (kind === "provider") return [400];
  return kind === "key" || kind === "session or key" ? [401, 403, 429] : [401, 403];
}

function securityOf({ kind }: Caller): Record<string, string[]>[] {
  switch (kind) {
    case "anyone":
      return [];
    case "session":
    case "administrator":
      return [{ session: [] }];
    case "key":
      return [{ apiKey: [] }];
    case "session or key":
      return [{ apiKey: [] }, { session: [] }];
    case "scheduler":
      return [{ cronSecret: [] }, { cronBasic: [] }];
    case "scheduler with secret":
      return [{ cronSecret: [] }];
    case "provider":
      return [{ providerSignature: [] }];
  }
}

/** A JSON response. */
export const json = (description: string, schema: z.ZodType) => ({
  description,
  content: { "application/json": { schema } },
});
