import type { ServiceContext, UserContext } from "../src/context";

/** The context of a request that this user makes now. */
export async function actAs<Context extends ServiceContext>(
  ctx: Context,
  userId: string,
  idempotencyKey?: string,
): Promise<Context & UserContext> {
  const { id, email, name, credits, planKey, emailVerified, role } = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
  });
  const actor = {
    id,
    email,
    name,
    credits,
    planKey,
    emailVerified,
    role: role === "admin" ? "admin" : "user",
  } as const;
  return { ...ctx, actor, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
}
