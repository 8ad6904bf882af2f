import type { Operation } from "@trpc/client";

/** Options of a call that carries an Idempotency-Key. */
export interface KeyedCall {
  context: { idempotencyKey: string };
}

export function keyedCall(idempotencyKey: string): KeyedCall {
  return { context: { idempotencyKey } };
}

/** The key a call was made with; null for a call without one. */
export function keyOf({ context }: Pick<Operation, "context">): string | null {
  const { idempotencyKey } = context;
  return typeof idempotencyKey === "string" ? idempotencyKey : null;
}
