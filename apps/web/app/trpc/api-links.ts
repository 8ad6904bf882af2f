import type { AppRouter } from "@app/api/root";
import { httpBatchLink, httpLink, splitLink, type TRPCLink } from "@trpc/client";
import superjson from "superjson";
import { BATCH_MAX_CALLS, QUERY_INPUT_MAX_CHARACTERS } from "./batch";
import { keyOf } from "./keyed-call";

const plain = (value: unknown) => value;
/** As the server has it: inputs are plain JSON, with dates as ISO text. */
const transformer = { input: { serialize: plain, deserialize: plain }, output: superjson };

/** How calls travel: together in one request, but a call with an Idempotency-Key in its own, since a header is the whole request's. */
export function apiLinks(url: string): TRPCLink<AppRouter>[] {
  return [
    splitLink({
      condition: (op) => keyOf(op) !== null,
      true: httpLink({ url, transformer, headers: ({ op }) => keyHeader(keyOf(op)) }),
      false: httpBatchLink({ url, transformer, maxItems: BATCH_MAX_CALLS, maxURLLength: QUERY_INPUT_MAX_CHARACTERS }),
    }),
  ];
}

function keyHeader(key: string | null): Record<string, string> {
  return key === null ? {} : { "Idempotency-Key": key };
}
