import { SPENDING_REASONS } from "@app/core/ledger/ledger-reasons";
import { type KeyUsage, type KeyUsageSum, usageByKey, usageSince } from "@app/core/ledger/usage";
import type { UserContext } from "../context";

/** Usage of a key with the name and prefix that its owner recognises it by; both are null for what was spent without a key. */
export type NamedKeyUsage = KeyUsage & { name: string | null; prefix: string | null; isRevoked: boolean };

/**
 * What the user spent in the last thirty days with each API key, and without one. Refunds do not count as negative spending, as on the
 * dashboard. Empty when no key was used.
 */
export async function getUsageByKey(ctx: UserContext): Promise<NamedKeyUsage[]> {
  const sums = await ctx.db.$queryRaw<KeyUsageSum[]>`
    SELECT "apiKeyId", reason, -sum(delta)::int AS credits
    FROM credit_ledger
    WHERE "userId" = ${ctx.actor.id} AND "createdAt" >= ${usageSince(ctx.now())}::timestamptz AND delta < 0
      AND reason = ANY(${[...SPENDING_REASONS]}::text[])
    GROUP BY 1, 2`;
  const usages = usageByKey(sums);
  const ids = usages.flatMap(({ apiKeyId }) => apiKeyId ?? []);
  if (ids.length === 0) return [];
  const keys = await ctx.db.apiKey.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true, prefix: true, revokedAt: true },
  });
  const keyOf = new Map(keys.map((key) => [key.id, key]));
  return usages.map((usage) => {
    const key = usage.apiKeyId === null ? undefined : keyOf.get(usage.apiKeyId);
    return { ...usage, name: key?.name ?? null, prefix: key?.prefix ?? null, isRevoked: Boolean(key?.revokedAt) };
  });
}
