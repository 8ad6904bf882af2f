import type { Tx } from "@app/db/client/db";
import { queueJob } from "../platform/job-queue";

/** A paid checkout. */
export interface PaidCheckout {
  checkoutId: string;
  /** The subscription that it started. Null where no event has named one. */
  subscriptionId: string | null;
  /** By the provider's clock. */
  paidAt: Date;
}

interface LockedCheckout {
  checkoutId: string;
  userId: string;
  /** The subscription that this checkout replaces once it is paid. Null for none, or when that is done. */
  replacedId: string | null;
}

/**
 * Completes paid checkouts, so that the provider is not asked about them, and queues the end of the subscriptions that they replace, so that
 * these renew no more. A buyer is never without a plan, and never charged twice for the next period. The mark on the checkout is cleared with
 * the job, so that later events of the payment queue none. Where the buyer has opened other checkouts to replace the same subscription, these
 * replace the new one from now on: if one of them is paid too, only the one that was paid last renews, in whatever order their events come.
 * All marks of a buyer are locked in one order, because a payment changes several.
 */
export async function completeCheckouts(tx: Tx, paid: readonly PaidCheckout[], now: Date): Promise<void> {
  if (paid.length === 0) return;
  const paidIds = paid.map(({ checkoutId }) => checkoutId);
  const locked = await tx.$queryRaw<LockedCheckout[]>`
    UPDATE checkout SET "updatedAt" = ${now}::timestamptz,
      status = CASE WHEN id = ANY(${paidIds}::text[]) THEN 'completed' ELSE status END
    WHERE id IN (
      SELECT id FROM checkout WHERE id IN (
        SELECT unnest(${paidIds}::text[])
        UNION SELECT other.id FROM checkout paid JOIN checkout other ON other."userId" = paid."userId"
        WHERE paid.id = ANY(${paidIds}::text[]) AND other."replacesSubscriptionId" IS NOT NULL
      )
      ORDER BY id FOR UPDATE
    )
    RETURNING id AS "checkoutId", "userId", "replacesSubscriptionId" AS "replacedId"`;
  const marked = new Map(locked.map((one) => [one.checkoutId, one]));
  const replacing = paid.filter(({ checkoutId }) => marked.get(checkoutId)?.replacedId);
  if (replacing.length === 0) return;
  const { endedIds, changed } = replaceSubscriptions(marked, replacing, await firstPaidAt(tx, locked));
  await tx.$executeRaw`
    UPDATE checkout SET "replacesSubscriptionId" = changed."replacedId"
    FROM json_to_recordset(${JSON.stringify(changed)}::json) AS changed("checkoutId" text, "replacedId" text)
    WHERE checkout.id = changed."checkoutId"`;
  for (const subscriptionId of endedIds)
    await queueJob(tx, "end-subscription", { subscriptionId }, { key: `end-subscription:${subscriptionId}` });
}

/** When each subscription that is to be replaced was paid for first. */
async function firstPaidAt(tx: Tx, locked: readonly LockedCheckout[]): Promise<ReadonlyMap<string, Date>> {
  const ids = locked.flatMap(({ replacedId }) => replacedId ?? []);
  const rows = await tx.$queryRaw<{ id: string; at: Date }[]>`
    SELECT "subscriptionId" AS id, min("periodStart") AS at FROM payment
    WHERE "subscriptionId" = ANY(${ids}::text[]) AND "periodStart" IS NOT NULL GROUP BY "subscriptionId"`;
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Which subscriptions end when these checkouts are paid one after another, and the marks that change. */
function replaceSubscriptions(
  marked: ReadonlyMap<string, LockedCheckout>,
  paid: readonly PaidCheckout[],
  firstPaid: ReadonlyMap<string, Date>,
) {
  const marks = new Map(marked);
  const endedIds: string[] = [];
  for (const { checkoutId, subscriptionId, paidAt } of paid) {
    const done = marks.get(checkoutId);
    if (!done?.replacedId) continue;
    marks.set(checkoutId, { ...done, replacedId: null });
    const startedAt = firstPaid.get(done.replacedId);
    if (subscriptionId !== null && startedAt !== undefined && startedAt > paidAt) {
      // It was bought after this one, by another checkout whose event came first.
      endedIds.push(subscriptionId);
      continue;
    }
    endedIds.push(done.replacedId);
    for (const mark of marks.values())
      if (mark.userId === done.userId && mark.replacedId === done.replacedId && subscriptionId !== null)
        marks.set(mark.checkoutId, { ...mark, replacedId: subscriptionId });
  }
  const changed = [...marks.values()].filter(
    ({ checkoutId, replacedId }) => replacedId !== marked.get(checkoutId)?.replacedId,
  );
  return { endedIds, changed };
}
