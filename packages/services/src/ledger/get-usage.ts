import { type Usage, type UsageSum, usageOf, usageSince } from "@app/core/credits/usage";
import type { UserContext } from "../context";

/** What the caller spent in the last thirty days, by UTC day and kind. Refunds are no negative spending: they are left out. */
export async function getUsage(ctx: UserContext): Promise<Usage> {
  const now = ctx.now();
  const sums = await ctx.db.$queryRaw<UsageSum[]>`
    SELECT ("createdAt" AT TIME ZONE 'UTC')::date AS day, reason, -sum(delta)::int AS credits
    FROM credit_ledger
    WHERE "userId" = ${ctx.actor.id} AND "createdAt" >= ${usageSince(now)}::timestamptz AND delta < 0
      AND reason IN ('chat_usage', 'image_generation', 'video_generation')
    GROUP BY 1, 2`;
  return usageOf(sums, now);
}
