import { decidePurchase, type Purchase, type PurchaseDecision } from "@app/core/billing/purchase";
import { AppError, invariant } from "@app/core/errors";
import { type Db, Prisma, type Tx } from "@app/db/client/db";
import { SERVICE_ACTOR } from "@app/db/client/service-actor";
import { writeAudit } from "../admin/audit-log";
import type { ServiceContext } from "../context";
import { type Grant, grantCredits, runGrantingTransaction } from "../credits/grant-credits";
import { batchPerDatabase } from "../platform/batch";
import { queueJobsOf } from "../platform/job-queue";
import { mailJobKey } from "../platform/mail-jobs";
import { type PaidCycle, settleBeforeReset, startCycles, withoutReplaced } from "../schedule/schedules";
import { completeCheckouts, type PaidCheckout } from "./complete-checkouts";
import { askAboutCanceled, completePayment, insertPayments, paidPlanOf, readRecordedPayments } from "./payments";
import { publishSubscriptionChanges } from "./subscription-changes";
import {
  followPlans,
  type StartedSubscription,
  type StartedSubscriptions,
  startSubscriptions,
} from "./subscription-events";
import {
  ALREADY_RECORDED,
  type EventOutcome,
  eventKeys,
  lockEvents,
  type StoredEvent,
  setEventOutcomes,
} from "./webhook-inbox";

/** The database ends a transaction that takes longer. */
const PURCHASE_TRANSACTION_MAX_MS = 15_000;
/** A batch does not wait longer for a lock. Its events are then recorded one by one, so that one of them does not hold up the others. */
const BATCH_LOCK_WAIT_MAX = "2s";

interface PurchaseEvent extends StoredEvent {
  ctx: ServiceContext;
}

/** An event that was refused has an error for an outcome. */
type Result = EventOutcome | AppError;

const recordInBatch = batchPerDatabase(recordBatch);

/**
 * Acts on an event that announces a payment. One transaction writes the payment, the subscription, the credits with their ledger entry,
 * the instalment schedule, the confirmation mail and the inbox's outcome, for all events of a batch. Events of the same payment or
 * subscription are processed one after another, across processes, so that a payment that is announced in different ways is granted once.
 * An unpaid order and the start of a trial grant nothing.
 * @throws AppError `bad_request` for missing metadata, an unknown or deleted user, an unknown key, a kind that does not fit its key, or an
 *   event without an id to recognise its payment by
 */
export async function recordPurchase(ctx: ServiceContext, stored: StoredEvent): Promise<EventOutcome> {
  const event = { ctx, ...stored };
  const result = (await recordInBatch(ctx.db, event)) ?? (await recordTogether([event]))[0];
  invariant(result, "every event has a result");
  if (result instanceof AppError) throw result;
  return result;
}

/** @returns null for an event whose transaction failed: it is then recorded by itself */
async function recordBatch(_db: Db, events: readonly PurchaseEvent[]): Promise<(Result | null)[]> {
  const results = new Map<PurchaseEvent, Result>();
  for (const group of splitByKeys(events, ({ event }) => eventKeys(event))) {
    try {
      const recorded = await recordTogether(group, BATCH_LOCK_WAIT_MAX);
      for (const [index, event] of group.entries()) results.set(event, recorded[index] as Result);
    } catch (error) {
      const log = group[0]?.ctx.log;
      log?.warn({ err: error, events: group.length }, "purchases are recorded one by one because their batch failed");
    }
  }
  return events.map((event) => results.get(event) ?? null);
}

/**
 * Splits items into as few groups as possible so that no two items of a group share a key. Of items that share a key, each comes in a
 * later group than the one before it.
 */
export function splitByKeys<Item>(items: readonly Item[], keysOf: (item: Item) => readonly string[]): Item[][] {
  const groups: Item[][] = [];
  /** For each key, the first group without it. No later group has it either. */
  const firstFree = new Map<string, number>();
  for (const item of items) {
    const keys = keysOf(item);
    const index = Math.max(0, ...keys.map((key) => firstFree.get(key) ?? 0));
    const group = groups[index] ?? [];
    groups[index] = group;
    group.push(item);
    for (const key of keys) firstFree.set(key, index + 1);
  }
  return groups;
}

/** An event with its decision. */
interface Decided extends PurchaseEvent {
  purchase: Purchase;
  decision: PurchaseDecision;
}

type DecidedAs<Kind extends PurchaseDecision["kind"]> = Decided & { decision: { kind: Kind } };

/**
 * Records events that share no key in one transaction. Locks in the order kept everywhere: event keys, payments, subscriptions,
 * schedules, users.
 * @throws when anything cannot be written: then nothing was
 */
async function recordTogether(events: readonly PurchaseEvent[], lockWaitMax?: string): Promise<Result[]> {
  const [first] = events;
  if (!first) return [];
  const now = first.ctx.now();
  return runGrantingTransaction(
    first.ctx,
    async (tx) => {
      await lockEvents(
        tx,
        events.map(({ event }) => event),
        lockWaitMax,
      );
      const results = await decideEach(tx, events);
      const decided = results.filter((result): result is Decided => !(result instanceof AppError));
      await write(tx, decided, now);
      const outcomes = decided.map((one) => ({ inboxId: one.inboxId, ...outcomeOf(one) }));
      await setEventOutcomes(tx, outcomes, now);
      return results.map((result) => (result instanceof AppError ? result : outcomeOf(result)));
    },
    { timeout: PURCHASE_TRANSACTION_MAX_MS },
  );
}

/** Reads what the database knows of the events' payments, buyers and subscriptions, and decides each event. */
async function decideEach(tx: Tx, events: readonly PurchaseEvent[]): Promise<(Decided | AppError)[]> {
  const owners = await readOwners(tx, events);
  const ownerOf = ({ event }: PurchaseEvent) => owners.get(event.subscriptionId ?? "") ?? null;
  const buyerIds = events.map((event) => event.event.metadata?.userId ?? ownerOf(event)?.userId ?? "");
  const users = await tx.$queryRaw<{ id: string; isDeleted: boolean }[]>`
    SELECT id, "deletedAt" IS NOT NULL AS "isDeleted" FROM "user" WHERE id = ANY(${buyerIds}::text[])`;
  const buyers = new Map(users.map((user) => [user.id, user]));
  const recorded = await readRecordedPayments(
    tx,
    events.map(({ event }) => event),
  );
  return events.map((event) => {
    try {
      const state = { subscription: ownerOf(event), buyers, recorded };
      return { ...event, ...decidePurchase(event.event, state, event.ctx.config.productIds) };
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  });
}

/** Owner and paid plan of the subscriptions of events without metadata, by subscription id. */
async function readOwners(tx: Tx, events: readonly PurchaseEvent[]) {
  const ids = events.flatMap(({ event }) =>
    event.metadata === null && event.subscriptionId ? [event.subscriptionId] : [],
  );
  if (ids.length === 0) return new Map<string, { userId: string; planKey: string }>();
  const rows = await tx.$queryRaw<{ id: string; userId: string; planKey: string }[]>`
    SELECT id, "userId", coalesce(${paidPlanOf(Prisma.sql`s.id`)}, "planKey") AS "planKey"
    FROM subscription s WHERE id = ANY(${ids}::text[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

async function write(tx: Tx, decided: readonly Decided[], now: Date): Promise<void> {
  const grants = decided.filter((one): one is DecidedAs<"grant"> => one.decision.kind === "grant");
  await writePayments(tx, decided, grants, now);
  const starts = decided.flatMap(startOf);
  const { states, changes } = await startSubscriptions(tx, starts, now);
  const paid = grants.map(({ decision: { paymentId }, event: { eventAt } }) => ({ paymentId, eventAt }));
  const canceledIds = starts.flatMap(({ id }) => (states.get(id)?.wasCanceled ? [id] : []));
  await askAboutCanceled(tx, paid, canceledIds);
  const settled = await restartSchedules(tx, grants, states, now);
  await lockBuyers(tx, decided);
  await grantCredits(tx, [...settled, ...grants.map(grantOf)], now);
  await followPlans(tx, starts, states, now);
  await queueConfirmations(tx, grants);
  // Also for duplicates: the first event of a payment need not have named its checkout.
  await completeCheckouts(tx, decided.flatMap(paidCheckoutOf), now);
  for (const grant of grants) await auditOtherProduct(tx, grant, now);
  await publishSubscriptionChanges(tx, changes, now);
}

/** Inserts the new payments and completes the recorded ones. */
async function writePayments(
  tx: Tx,
  decided: readonly Decided[],
  grants: readonly DecidedAs<"grant">[],
  now: Date,
): Promise<void> {
  const rows = grants.map(({ ctx, event, purchase, decision: { paymentId, credits, subscription } }) => ({
    ...{ paymentId, credits, event, purchase, subscription },
    provider: ctx.config.providerName,
  }));
  await insertPayments(tx, rows, now);
  const duplicates = decided.flatMap(({ decision, event, purchase }) =>
    decision.kind === "duplicate" && decision.payment ? [{ recorded: decision.payment, event, purchase }] : [],
  );
  duplicates.sort((a, b) => (a.recorded.id < b.recorded.id ? -1 : 1));
  for (const { recorded, ...announced } of duplicates) await completePayment(tx, recorded, announced);
}

function startOf({ ctx, event, purchase, decision }: Decided): StartedSubscription[] {
  const subscription = decision.kind === "grant" || decision.kind === "trial" ? decision.subscription : null;
  if (!subscription) return [];
  return [{ ...subscription, provider: ctx.config.providerName, userId: purchase.userId, event }];
}

/** Starts the instalments of paid yearly cycles. @returns the grants that were still due of the cycles before */
async function restartSchedules(
  tx: Tx,
  grants: readonly DecidedAs<"grant">[],
  subscriptions: StartedSubscriptions["states"],
  now: Date,
): Promise<Grant[]> {
  const cycles = grants.flatMap(({ purchase: { userId }, decision: { paymentId, subscription } }) =>
    subscription?.plan.grantSchedule.mode === "installments"
      ? [{ subscriptionId: subscription.id, paymentId, userId, plan: subscription.plan }]
      : [],
  );
  // A new subscription has no schedule yet.
  const isNew = ({ subscriptionId }: PaidCycle) => subscriptions.get(subscriptionId)?.isNew === true;
  const renewed = await withoutReplaced(
    tx,
    cycles.filter((cycle) => !isNew(cycle)),
  );
  const settled = await settleBeforeReset(tx, renewed, now);
  await startCycles(tx, [...cycles.filter(isNew), ...renewed], now);
  return settled;
}

function paidCheckoutOf({ event: { checkoutId, paidAt, eventAt }, purchase, decision }: Decided): PaidCheckout[] {
  if (checkoutId === null || decision.kind === "unpaid") return [];
  const started = decision.kind === "duplicate" ? decision.payment?.subscriptionId : decision.subscription?.id;
  return [{ checkoutId, subscriptionId: started ?? purchase.subscriptionId, paidAt: paidAt ?? eventAt }];
}

function grantOf({ purchase, decision: { paymentId, credits, reason } }: DecidedAs<"grant">): Grant {
  return { entryId: paymentId, userId: purchase.userId, delta: credits, reason, reference: paymentId };
}

/**
 * Locks the buyers, so that the deletion of an account comes either before the purchase or after it.
 * @throws AppError `bad_request` when an account was deleted since it was read
 */
async function lockBuyers(tx: Tx, decided: readonly Decided[]): Promise<void> {
  const buying = decided.filter(({ decision: { kind } }) => kind === "grant" || kind === "trial");
  const ids = [...new Set(buying.map(({ purchase }) => purchase.userId))];
  if (ids.length === 0) return;
  const locked = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM "user" WHERE id = ANY(${ids}::text[]) AND "deletedAt" IS NULL ORDER BY id FOR NO KEY UPDATE`;
  if (locked.length < ids.length) throw new AppError("bad_request", "metadata.userId is a deleted account");
}

async function queueConfirmations(tx: Tx, grants: readonly DecidedAs<"grant">[]): Promise<void> {
  if (grants.length === 0) return;
  const ids = grants.map(({ decision }) => decision.paymentId);
  const keys = ids.map((paymentId) => mailJobKey["send-purchase-confirmation"]({ paymentId }));
  const jobs = Prisma.sql`
    SELECT json_build_object('paymentId', id) AS payload, key, NULL::timestamptz AS "runAt"
    FROM unnest(${ids}::text[], ${keys}::text[]) AS confirmation(id, key)`;
  await tx.$queryRaw`SELECT ${queueJobsOf("send-purchase-confirmation", jobs)}`;
}

async function auditOtherProduct(tx: Tx, { purchase, decision }: DecidedAs<"grant">, now: Date): Promise<void> {
  if (purchase.otherKeyInMetadata === null) return;
  await writeAudit(tx, {
    actorId: SERVICE_ACTOR,
    action: "payment.other_product",
    targetId: purchase.userId,
    detail: { paymentId: decision.paymentId, paidFor: purchase.item.key, metadata: purchase.otherKeyInMetadata },
    now,
  });
}

function outcomeOf({ purchase: { userId, attention }, decision }: Decided): EventOutcome {
  switch (decision.kind) {
    case "grant": {
      const detail = [`${decision.credits} credits`, ...(attention === null ? [] : [attention])].join(". ");
      return { outcome: "granted", detail, userId };
    }
    case "duplicate":
      return { outcome: "duplicate", detail: ALREADY_RECORDED, userId };
    case "trial":
      return { outcome: "updated", detail: "trial started, nothing paid", userId };
    case "unpaid":
      return { outcome: "recorded", detail: `not paid: ${decision.status}`, userId };
  }
}
