import type { UserContext } from "../context";

/** What a repetition of the request is answered with. */
export interface StoredResponse {
  statusCode: number;
  /** JSON text. */
  responseBody: string;
}

/** Keeps the first answer for whoever repeats the request. */
export async function storeResponse(ctx: UserContext, key: string, answer: StoredResponse): Promise<void> {
  await ctx.db.idempotencyKey.updateMany({ where: { userId: ctx.actor.id, key }, data: { ...answer } });
}

/**
 * Gives a key back after a refusal or a failure nobody foresaw, unless it was charged by then: the same request may succeed later. A
 * charge may be that of another request, which took the key over from one that was slow.
 */
export async function releaseKey(ctx: UserContext, key: string): Promise<void> {
  await ctx.db.idempotencyKey.deleteMany({ where: { userId: ctx.actor.id, key, statusCode: null, reference: null } });
}
