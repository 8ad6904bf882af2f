import type { AppRouter } from "@app/api/root";
import { MutationCache, notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, httpLink, type Operation, splitLink, type TRPCLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { type ReactNode, useState } from "react";
import superjson from "superjson";
import { announceChange } from "~/ui/tab-changes";
import { ownerHeaders } from "~/ui/tab-owner";
import { BATCH_MAX_CALLS, QUERY_INPUT_MAX_CHARACTERS } from "./batch-limits";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

export { useTRPC, useTRPCClient };

// A button that calls the API is then disabled before the next click. By default a timer tells it that the call runs, and the second click of
// a double click comes before that.
notifyManager.setScheduler(queueMicrotask);

/** Provides the typed API to components. Pages load their first data on the server, so that queries start as fresh. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: { staleTime: 30_000, retry: 1 },
          // Without a connection a change fails at once. By default it would wait, and be made when the connection returns: then its dialog
          // may be canceled, and nobody may want to pay anymore.
          mutations: { networkMode: "always" },
        },
        mutationCache: new MutationCache({ onSuccess: announceChange }),
      }),
  );
  const [trpcClient] = useState(() => createTRPCClient<AppRouter>({ links: apiLinks("/api/trpc", ownerHeaders) }));
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

const identity = (value: unknown) => value;
/** The same as on the server: inputs are plain JSON with dates as ISO text, outputs are superjson. */
const transformer = { input: { serialize: identity, deserialize: identity }, output: superjson };

/**
 * Sends calls in batches. A call with an Idempotency-Key gets a request of its own, because a header applies to the whole request.
 * @param pageHeaders headers of every request
 */
export function apiLinks(url: string, pageHeaders: () => Record<string, string> = () => ({})): TRPCLink<AppRouter>[] {
  return [
    splitLink({
      condition: (op) => idempotencyKeyOf(op) !== null,
      true: httpLink({
        url,
        transformer,
        headers: ({ op }) => ({ ...pageHeaders(), ...idempotencyHeader(idempotencyKeyOf(op)) }),
      }),
      false: httpBatchLink({
        url,
        transformer,
        headers: pageHeaders,
        maxItems: BATCH_MAX_CALLS,
        maxURLLength: QUERY_INPUT_MAX_CHARACTERS,
      }),
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

/** The key of a call; null when it has none. */
function idempotencyKeyOf({ context }: Pick<Operation, "context">): string | null {
  const { idempotencyKey } = context;
  return typeof idempotencyKey === "string" ? idempotencyKey : null;
}
