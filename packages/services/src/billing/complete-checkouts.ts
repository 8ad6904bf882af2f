import type { Tx } from "@app/db/client/db";
import { queueEndOfSubscription } from "./subscription-changes";

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

/** A checkout that is done: the subscription that ends, and the one that is kept in its place. */
interface DoneCheckout extends LockedCheckout {
  endedId: string | null;
  keptId: string | null;
}

/**
 * Completes paid checkouts, so that the provider is not asked about them, and queues the end of the subscriptions that they replace, so that
 * these renew no more. A buyer is never without a plan, and never charged twice for the next period. The mark on the checkout is cleared with
 * the job, so that later events of the payment queue none. Where the buyer has opened other checkouts to replace the same subscription, these
 * replace the new one from now on: if one of them is paid too, only the one that was paid last renews, in whatever order their events come,
 * and also where one of them was replaced before its event came.
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
  const replacements = await readReplacements(tx, locked);
  const ids = [...replacements].flat();
  const firstPaid = await firstPaidAt(tx, [...ids, ...locked.flatMap(({ replacedId }) => replacedId ?? [])]);
  const { endedIds, changed } = replaceSubscriptions(marked, replacing, { replacements, firstPaid });
  await tx.$executeRaw`
    UPDATE checkout SET "replacesSubscriptionId" = changed."replacedId", "endedSubscriptionId" = changed."endedId",
      "keptSubscriptionId" = changed."keptId"
    FROM json_to_recordset(${JSON.stringify(changed)}::json)
      AS changed("checkoutId" text, "replacedId" text, "endedId" text, "keptId" text)
    WHERE checkout.id = changed."checkoutId"`;
  for (const subscriptionId of endedIds) await queueEndOfSubscription(tx, subscriptionId);
}

/** By which subscription each one was replaced before, of the same buyers. */
async function readReplacements(tx: Tx, checkouts: readonly LockedCheckout[]): Promise<Map<string, string>> {
  const rows = await tx.$queryRaw<{ endedId: string; keptId: string }[]>`
    SELECT "endedSubscriptionId" AS "endedId", "keptSubscriptionId" AS "keptId" FROM checkout
    WHERE "userId" = ANY(${checkouts.map(({ userId }) => userId)}::text[]) AND "endedSubscriptionId" IS NOT NULL
      AND "keptSubscriptionId" IS NOT NULL`;
  return new Map(rows.map(({ endedId, keptId }) => [endedId, keptId]));
}

/**
 * When each of these subscriptions was paid for first. A trial without a payment counts from its beginning: an administrator may have given it
 * another plan since.
 */
async function firstPaidAt(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx.$queryRaw<{ id: string; at: Date }[]>`
    SELECT "subscriptionId" AS id, min("periodStart") AS at FROM payment
    WHERE "subscriptionId" = ANY(${ids}::text[]) AND "periodStart" IS NOT NULL GROUP BY "subscriptionId"
    UNION ALL
    SELECT id, least("planEventAt", "createdAt") FROM subscription AS s WHERE id = ANY(${ids}::text[])
      AND NOT EXISTS (SELECT FROM payment WHERE payment."subscriptionId" = s.id)`;
  return new Map(rows.map(({ id, at }) => [id, at]));
}

interface KnownSubscriptions {
  replacements: ReadonlyMap<string, string>;
  firstPaid: ReadonlyMap<string, Date>;
}

/** Which subscriptions end when these checkouts are paid one after another, and the marks that change. */
function replaceSubscriptions(
  marked: ReadonlyMap<string, LockedCheckout>,
  paid: readonly PaidCheckout[],
  { replacements, firstPaid }: KnownSubscriptions,
) {
  const marks = new Map<string, DoneCheckout>();
  for (const [id, mark] of marked) marks.set(id, { ...mark, endedId: null, keptId: null });
  const links = new Map(replacements);
  const keptFor = (id: string): string => {
    const next = links.get(id);
    return next === undefined ? id : keptFor(next);
  };
  const endedIds = new Set<string>();
  for (const { checkoutId, subscriptionId, paidAt } of paid) {
    const done = marks.get(checkoutId);
    if (!done?.replacedId) continue;
    const { replacedId } = done;
    if (subscriptionId === null) {
      marks.set(checkoutId, { ...done, replacedId: null });
      endedIds.add(replacedId);
      continue;
    }
    // Either may have been replaced already, by a checkout whose event came first.
    const [before, bought] = [keptFor(replacedId), keptFor(subscriptionId)];
    const startedAt = firstPaid.get(before);
    const boughtAt = bought === subscriptionId ? paidAt : (firstPaid.get(bought) ?? paidAt);
    const [ended, kept] = startedAt !== undefined && startedAt > boughtAt ? [bought, before] : [before, bought];
    // Their owner may have resumed one since it was replaced.
    const earlier = kept === bought ? [...links.keys()].filter((id) => keptFor(id) === before) : [];
    for (const id of [...earlier, replacedId, ended]) if (id !== kept) endedIds.add(id);
    if (ended !== kept) links.set(ended, kept);
    marks.set(checkoutId, { ...done, replacedId: null, ...(ended === kept ? {} : { endedId: ended, keptId: kept }) });
    for (const mark of marks.values())
      if (mark.userId === done.userId && mark.replacedId !== null && [replacedId, ended].includes(mark.replacedId))
        marks.set(mark.checkoutId, { ...mark, replacedId: kept });
  }
  const changed = [...marks.values()].filter(
    ({ checkoutId, replacedId }) => replacedId !== marked.get(checkoutId)?.replacedId,
  );
  return { endedIds, changed };
}
