import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type IdempotentCallOptions, idempotentCall } from "~/trpc/client";
import { UNREACHABLE } from "./failure";
import { failureFromError } from "./read-failure";

interface IdempotentMutationOptions<Input, Result> {
  /** Calls the API; what it is given as `options` carries the Idempotency-Key. */
  call: (input: Input, options: IdempotentCallOptions) => Promise<Result>;
  onSuccess?: (result: Result, input: Input) => void;
  onError?: () => void;
}

/** A mutation that a reader may repeat after a lost connection without paying twice. */
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
        if (failureFromError(error) !== UNREACHABLE) keys.responseReceived();
        throw error;
      }
    },
    onSuccess: (result, input) => onSuccess?.(result, input),
    onError: () => onError?.(),
  });
}

const KEY_RANDOM_BYTES = 16;

export interface IdempotencyKeys {
  /** The Idempotency-Key to send this request with: the one before when that was the same request and got no answer. */
  keyFor(request: unknown): string;
  /** The service has answered, well or not: the same request is a new one from here on. */
  responseReceived(): void;
}

/** Keeps the key of a request whose answer never came, so that sending it again cannot be charged twice. */
export function createIdempotencyKeys(): IdempotencyKeys {
  let unanswered: { request: string; key: string } | null = null;
  return {
    keyFor: (request) => {
      const text = JSON.stringify(request);
      if (unanswered?.request !== text) unanswered = { request: text, key: randomKey() };
      return unanswered.key;
    },
    responseReceived: () => {
      unanswered = null;
    },
  };
}

/** Not `crypto.randomUUID`, which browsers withhold from a page that came without https. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_RANDOM_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
