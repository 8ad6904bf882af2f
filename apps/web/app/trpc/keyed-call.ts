import type { Operation } from "@trpc/client";

/** Options of a call that carries an Idempotency-Key. */
export interface IdempotentCallOptions {
  context: { idempotencyKey: string };
}

export function idempotentCall(idempotencyKey: string): IdempotentCallOptions {
  return { context: { idempotencyKey } };
}

/** The key a call was made with; null for a call without one. */
export function idempotencyKeyOf({ context }: Pick<Operation, "context">): string | null {
  const { idempotencyKey } = context;
  return typeof idempotencyKey === "string" ? idempotencyKey : null;
}
