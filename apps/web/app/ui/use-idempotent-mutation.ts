import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type IdempotentCallOptions, idempotentCall } from "~/trpc/client";
import { mayStillRun } from "./failure";
import { failureFromError } from "./read-failure";

interface IdempotentMutationOptions<Input, Result> {
  /** Calls the API. `options` carries the Idempotency-Key and must be passed on. */
  call: (input: Input, options: IdempotentCallOptions) => Promise<Result>;
  onSuccess?: (result: Result, input: Input) => void;
  onError?: () => void;
}

/** A mutation that can be retried after a lost connection, and while its first try still runs, without being charged twice. */
export function useIdempotentMutation<Input, Result>({
  call,
  onSuccess,
  onError,
}: IdempotentMutationOptions<Input, Result>) {
  const [keys] = useState(createIdempotencyKeys);
  return useMutation({
    mutationFn: async (input: Input) => {
      try {
        const result = await call(input, idempotentCall(keys.keyFor(input)));
        keys.responseReceived();
        return result;
      } catch (error) {
        if (!mayStillRun(failureFromError(error))) keys.responseReceived();
        throw error;
      }
    },
    onSuccess: (result, input) => onSuccess?.(result, input),
    onError: () => onError?.(),
  });
}

const KEY_RANDOM_BYTES = 16;

export interface IdempotencyKeys {
  /** The Idempotency-Key for a request. The same request gets the same key again until a response was received. */
  keyFor(request: unknown): string;
  /** Call this after any response, also an error: the next request gets a new key. */
  responseReceived(): void;
}

/** Keeps the key of a request without a response, so that a retry cannot be charged twice. */
export function createIdempotencyKeys(): IdempotencyKeys {
  let pending: { request: string; key: string } | null = null;
  return {
    keyFor: (request) => {
      const text = JSON.stringify(request);
      if (pending?.request !== text) pending = { request: text, key: createIdempotencyKey() };
      return pending.key;
    },
    responseReceived: () => {
      pending = null;
    },
  };
}

/** A random Idempotency-Key. Does not use `crypto.randomUUID`, which is missing on pages without HTTPS. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_RANDOM_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
