import type { AppRouter } from "@app/api/root";
import { httpBatchLink, httpLink, splitLink, type TRPCLink } from "@trpc/client";
import superjson from "superjson";
import { BATCH_MAX_CALLS } from "./batch";
import { keyOf } from "./keyed-call";

/** How calls travel: together in one request, but a call with an Idempotency-Key in its own, since a header is the whole request's. */
export function apiLinks(url: string): TRPCLink<AppRouter>[] {
  return [
    splitLink({
      condition: (op) => keyOf(op) !== null,
      true: httpLink({ url, transformer: superjson, headers: ({ op }) => keyHeader(keyOf(op)) }),
      false: httpBatchLink({ url, transformer: superjson, maxItems: BATCH_MAX_CALLS }),
    }),
  ];
}

function keyHeader(key: string | null): Record<string, string> {
  return key === null ? {} : { "Idempotency-Key": key };
}
