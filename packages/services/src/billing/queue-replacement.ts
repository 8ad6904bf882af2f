import type { Tx } from "@app/db/client";
import { queueJob } from "../jobs/queue-job";

/**
 * A checkout has been paid: the subscription whose place it was opened to take is to renew no more. Both are never without a plan, and
 * never charged twice for the next period. The mark goes with the job, so that later events of the same payment queue none.
 */
export async function queueEndOfReplaced(tx: Tx, checkoutId: string | null): Promise<void> {
  if (checkoutId === null) return;
  const rows = await tx.$queryRaw<{ subscriptionId: string }[]>`
    UPDATE checkout SET "replacesSubscriptionId" = NULL
    FROM (SELECT id, "replacesSubscriptionId" FROM checkout WHERE id = ${checkoutId} FOR UPDATE) AS before
    WHERE checkout.id = before.id AND before."replacesSubscriptionId" IS NOT NULL
    RETURNING before."replacesSubscriptionId" AS "subscriptionId"`;
  for (const { subscriptionId } of rows)
    await queueJob(tx, "end-subscription", { subscriptionId }, { key: `end-subscription:${subscriptionId}` });
}
