import type { AppRouter } from "@app/api/root";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpLink, type Operation, splitLink, type TRPCLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import superjson from "superjson";
import { BATCH_MAX_CALLS, QUERY_INPUT_MAX_CHARACTERS } from "./batch-limits";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export { useTRPC, useTRPCClient };

/** Gives components the typed API. Pages come with their first data, so nothing is asked again at once. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(
    () => new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: 1 } } }),
  );
  const [trpcClient] = useState(() => createTRPCClient<AppRouter>({ links: apiLinks("/api/trpc") }));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

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

/** Options of a call that carries an Idempotency-Key. */
export interface IdempotentCallOptions {
  context: { idempotencyKey: string };
}

export function idempotentCall(idempotencyKey: string): IdempotentCallOptions {
  return { context: { idempotencyKey } };
}

/** The key a call was made with; null for a call without one. */
function idempotencyKeyOf({ context }: Pick<Operation, "context">): string | null {
  const { idempotencyKey } = context;
  return typeof idempotencyKey === "string" ? idempotencyKey : null;
}
