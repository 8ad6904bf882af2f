import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type IdempotentCallOptions, idempotentCall } from "~/trpc/keyed-call";
import { UNREACHABLE } from "../failure/failure";
import { failureFromError } from "../failure/read-failure";
import { createIdempotencyKeys } from "./attempt-keys";

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
