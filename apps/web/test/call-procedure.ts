import superjson from "superjson";
import type { ApiClient, ApiResponse } from "./api-client";

export interface ProcedureResult {
  status: number;
  /** What the procedure returned; undefined when it failed. */
  data: unknown;
  /** What a client of the API learns of a failure. */
  error?: { message: string; code: string; fields: Record<string, unknown> };
}

/** Calls a procedure over HTTP, as the typed client does. */
export async function callProcedure(
  client: ApiClient,
  type: "query" | "mutation",
  path: string,
  input?: unknown,
  headers: Record<string, string> = {},
): Promise<ProcedureResult> {
  const body = JSON.stringify(input ?? null);
  const answer =
    type === "query"
      ? await client.get(`/api/trpc/${path}?input=${encodeURIComponent(body)}`, headers)
      : await client.postText(`/api/trpc/${path}`, body, headers);
  return toProcedureResult(answer);
}

export const query = (client: ApiClient, path: string, input?: unknown) => callProcedure(client, "query", path, input);

export const mutate = (client: ApiClient, path: string, input?: unknown) =>
  callProcedure(client, "mutation", path, input);

export function toProcedureResult({ status, body }: ApiResponse): ProcedureResult {
  const { result, error } = body as unknown as WireAnswer;
  if (result) return { status, data: superjson.deserialize(result.data) };
  const { message, data } = superjson.deserialize<WireError>(error);
  return { status, data: undefined, error: { message, code: data.code, fields: data.fields } };
}

type Serialized = Parameters<typeof superjson.deserialize>[0];

interface WireAnswer {
  result?: { data: Serialized };
  error: Serialized;
}

interface WireError {
  message: string;
  data: { code: string; fields: Record<string, unknown> };
}
