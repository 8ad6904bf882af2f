import { useMutation } from "@tanstack/react-query";
import { type IdempotentCallOptions, idempotentCall } from "~/trpc/client";
import { isDecided } from "./failure";
import { failureFromError } from "./read-failure";

interface IdempotentMutationOptions<Input, Result> {
  /** Unique to the operation, such as "video". */
  operation: string;
  /** Calls the API. `options` carries the Idempotency-Key and must be passed on. */
  call: (input: Input, options: IdempotentCallOptions) => Promise<Result>;
  onSuccess?: (result: Result, input: Input) => void;
  onError?: (error: unknown) => void;
}

/** A mutation that can be repeated after a lost connection, and while its first try still runs, without being charged twice. */
export function useIdempotentMutation<Input, Result>({
  operation,
  call,
  onSuccess,
  onError,
}: IdempotentMutationOptions<Input, Result>) {
  return useMutation({
    mutationFn: (input: Input) => callIdempotently(operation, input, (options) => call(input, options)),
    onSuccess: (result, input) => onSuccess?.(result, input),
    onError: (error) => onError?.(error),
  });
}

/**
 * Calls the API with an Idempotency-Key. A request whose response was lost keeps its key for the tab, also when its page is left or loaded
 * again: the same request then gets the first result. While it runs, another one like it has a key of its own.
 */
export async function callIdempotently<Input, Result>(
  operation: string,
  input: Input,
  call: (options: IdempotentCallOptions) => Promise<Result>,
): Promise<Result> {
  const key = keyFor(operation, input);
  running.add(key);
  try {
    const result = await call(idempotentCall(key));
    responseReceived(operation, key);
    return result;
  } catch (error) {
    if (isDecided(failureFromError(error))) responseReceived(operation, key);
    throw error;
  } finally {
    running.delete(key);
  }
}

/** A request without a response. */
interface Unanswered {
  request: string;
  key: string;
}

/** The oldest are dropped. */
const UNANSWERED_MAX = 20;
/** Of a longer request, which contains a picture, the start and the end are kept: session storage has a few megabytes. */
const REQUEST_MAX_CHARACTERS = 20_000;

/** Keys of the requests that this page is waiting for. */
const running = new Set<string>();

function keyFor(operation: string, input: unknown): string {
  const request = textOf(input);
  const unanswered = read(operation);
  const known = unanswered.find((other) => other.request === request && !running.has(other.key));
  if (known) return known.key;
  const key = createIdempotencyKey();
  write(operation, [...unanswered, { request, key }].slice(-UNANSWERED_MAX));
  return key;
}

function responseReceived(operation: string, key: string): void {
  write(
    operation,
    read(operation).filter((other) => other.key !== key),
  );
}

function textOf(input: unknown): string {
  const text = JSON.stringify(input);
  if (text.length <= REQUEST_MAX_CHARACTERS) return text;
  const half = REQUEST_MAX_CHARACTERS / 2;
  return `${text.length} ${text.slice(0, half)}${text.slice(-half)}`;
}

const storageKey = (operation: string) => `unanswered.${operation}`;

function read(operation: string): readonly Unanswered[] {
  const stored = sessionStorage.getItem(storageKey(operation));
  return stored === null ? [] : JSON.parse(stored);
}

function write(operation: string, unanswered: readonly Unanswered[]): void {
  if (unanswered.length === 0) sessionStorage.removeItem(storageKey(operation));
  else sessionStorage.setItem(storageKey(operation), JSON.stringify(unanswered));
}

const KEY_RANDOM_BYTES = 16;

/** A random Idempotency-Key. Does not use `crypto.randomUUID`, which is missing on pages without HTTPS. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_RANDOM_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
