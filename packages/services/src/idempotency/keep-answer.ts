import type { UserContext } from "../context";

/** What a repetition of the request is answered with. */
export interface KeptAnswer {
  statusCode: number;
  /** JSON text. */
  responseBody: string;
}

/** Keeps the first answer for whoever repeats the request. */
export async function keepAnswer(ctx: UserContext, key: string, answer: KeptAnswer): Promise<void> {
  await ctx.db.idempotencyKey.updateMany({ where: { userId: ctx.actor.id, key }, data: { ...answer } });
}

/** Gives a key back after a refusal: nothing was charged, and the same request may succeed later. */
export async function giveKeyBack(ctx: UserContext, key: string): Promise<void> {
  await ctx.db.idempotencyKey.deleteMany({ where: { userId: ctx.actor.id, key, statusCode: null } });
}

/** Gives a key back after a failure nobody foresaw, unless it was charged by then. */
export async function giveUnchargedKeyBack(ctx: UserContext, key: string): Promise<void> {
  await ctx.db.idempotencyKey.deleteMany({ where: { userId: ctx.actor.id, key, statusCode: null, reference: null } });
}
