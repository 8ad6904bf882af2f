import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type KeyedCall, keyedCall } from "~/trpc/keyed-call";
import { UNREACHABLE } from "../failure/failure";
import { readFailure } from "../failure/read-failure";
import { createAttemptKeys } from "./attempt-keys";

interface KeyedMutationOptions<Input, Result> {
  /** Calls the API; what it is given as `options` carries the Idempotency-Key. */
  call: (input: Input, options: KeyedCall) => Promise<Result>;
  onSuccess?: (result: Result, input: Input) => void;
  onError?: () => void;
}

/** A mutation that a reader may repeat after a lost connection without paying twice. */
export function useKeyedMutation<Input, Result>({ call, onSuccess, onError }: KeyedMutationOptions<Input, Result>) {
  const [keys] = useState(createAttemptKeys);
  return useMutation({
    mutationFn: async (input: Input) => {
      try {
        const result = await call(input, keyedCall(keys.keyFor(input)));
        keys.answered();
        return result;
      } catch (error) {
        if (readFailure(error) !== UNREACHABLE) keys.answered();
        throw error;
      }
    },
    onSuccess: (result, input) => onSuccess?.(result, input),
    onError: () => onError?.(),
  });
}
