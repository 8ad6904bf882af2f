import type { AppRouter } from "@app/api/root";
import { httpBatchLink, httpLink, splitLink, type TRPCLink } from "@trpc/client";
import superjson from "superjson";
import { BATCH_MAX_CALLS, QUERY_INPUT_MAX_CHARACTERS } from "./batch";
import { idempotencyKeyOf } from "./keyed-call";

const identity = (value: unknown) => value;
/** As the server has it: inputs are plain JSON, with dates as ISO text. */
const transformer = { input: { serialize: identity, deserialize: identity }, output: superjson };

/** How calls travel: together in one request, but a call with an Idempotency-Key in its own, since a header is the whole request's. */
export function apiLinks(url: string): TRPCLink<AppRouter>[] {
  return [
    splitLink({
      condition: (op) => idempotencyKeyOf(op) !== null,
      true: httpLink({ url, transformer, headers: ({ op }) => idempotencyHeader(idempotencyKeyOf(op)) }),
      false: httpBatchLink({ url, transformer, maxItems: BATCH_MAX_CALLS, maxURLLength: QUERY_INPUT_MAX_CHARACTERS }),
    }),
  ];
}

function idempotencyHeader(key: string | null): Record<string, string> {
  return key === null ? {} : { "Idempotency-Key": key };
}
