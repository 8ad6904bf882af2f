import { usageSince } from "@app/core/credits/usage";
import { Prisma } from "@app/db/client";

/**
 * What a user spent in the last thirty days, by UTC day and kind, as a query of `UsageSum` rows. Refunds are no negative spending: they
 * are left out.
 */
export function usageSumsOf(userId: string, now: Date): Prisma.Sql {
  return Prisma.sql`
    SELECT ("createdAt" AT TIME ZONE 'UTC')::date AS day, reason, -sum(delta)::int AS credits
    FROM credit_ledger
    WHERE "userId" = ${userId} AND "createdAt" >= ${usageSince(now)}::timestamptz AND delta < 0
      AND reason IN ('chat_usage', 'image_generation', 'video_generation')
    GROUP BY 1, 2`;
}
