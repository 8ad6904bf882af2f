import { type ProviderEvent, parseProviderEvent } from "@app/core/billing/provider-event";
import { AppError } from "@app/core/errors";
import { OPEN_CANCELLATIONS } from "../admin/provider-cancellations";
import type { ServiceContext } from "../context";
import { askPatiently, count } from "./ask-provider";
import { completeCheckouts } from "./complete-checkouts";
import { processProviderEvent, storeProviderEvent } from "./receive-webhook";
import { type EventOutcome, RECONCILED_PREFIX } from "./webhook-inbox";

const ROWS_PER_PAGE = 100;

export interface Reconciliation {
  checkouts: number;
  subscriptions: number;
  /** Missing payments that were granted now. */
  granted: number;
  /** Those for which the provider's API failed or sent an unusable response, and subscriptions that it does not know. */
  failed: number;
}

/** A checkout may be paid some time after it was opened. */
const PAID_AFTER_MAX_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Asks the provider about every open checkout that may have been paid since a time, and about the last payment of every subscription that was
 * not canceled before. Grants the payments whose webhook never arrived. Running it twice grants nothing more.
 */
export async function reconcileBilling(
  ctx: ServiceContext,
  since: Date,
  ask = askPatiently(ctx),
): Promise<Reconciliation> {
  const result: Reconciliation = { checkouts: 0, subscriptions: 0, granted: 0, failed: 0 };
  for await (const id of openCheckouts(ctx, new Date(since.getTime() - PAID_AFTER_MAX_MS))) {
    result.checkouts += 1;
    await count(ctx, result, { checkoutId: id }, () => ask(async () => (await reconcileCheckout(ctx, id)).granted));
  }
  for await (const id of chargedSubscriptions(ctx, since)) {
    result.subscriptions += 1;
    await count(ctx, result, { subscriptionId: id }, () => ask(() => reconcileSubscription(ctx, id)));
  }
  return result;
}

async function* openCheckouts(ctx: ServiceContext, openedSince: Date): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const rows = await ctx.db.checkout.findMany({
      where: { status: "open", createdAt: { gte: openedSince }, id: { gt: after } },
      select: { id: true },
      orderBy: { id: "asc" },
      take: ROWS_PER_PAGE,
    });
    for (const { id } of rows) yield id;
    if (rows.length < ROWS_PER_PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

const hasOpenCancellation = { providerCancel: { in: [...OPEN_CANCELLATIONS] } };

/** Those that may be charged, and those that were canceled since: they may have been charged before that. */
async function* chargedSubscriptions(ctx: ServiceContext, since: Date): AsyncGenerator<string> {
  let after = "";
  for (;;) {
    const rows = await ctx.db.subscription.findMany({
      where: {
        OR: [{ status: { not: "canceled" } }, hasOpenCancellation, { statusEventAt: { gte: since } }],
        id: { gt: after },
      },
      select: { id: true },
      orderBy: { id: "asc" },
      take: ROWS_PER_PAGE,
    });
    for (const { id } of rows) yield id;
    if (rows.length < ROWS_PER_PAGE) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The state of a checkout at the provider. */
export interface CheckoutState {
  isPaid: boolean;
  /** Whether this call granted the credits, because the webhook had not arrived. */
  granted: boolean;
}

/**
 * Asks the provider for a checkout's state, and grants its credits where it is paid and its webhook is late or lost.
 * @throws UpstreamError when the provider fails
 */
export async function reconcileCheckout(ctx: ServiceContext, checkoutId: string): Promise<CheckoutState> {
  const checkout = await ctx.clients.payment.getCheckout(checkoutId);
  if (checkout?.["status"] !== "completed") return { isPaid: false, granted: false };
  const missed: MissedEvent = {
    id: `${RECONCILED_PREFIX}${checkoutId}`,
    eventType: "checkout.completed",
    created_at: timeOf(checkout["order"], "created_at") ?? ctx.now().getTime(),
    object: checkout,
  };
  const event = parseProviderEvent(missed, ctx.now());
  if (event.unpaidStatus !== null) return { isPaid: false, granted: false };
  if (await isPastTrial(ctx, event, checkout)) {
    await ctx.db.checkout.updateMany({
      where: { id: checkoutId },
      data: { status: "completed", updatedAt: ctx.now() },
    });
    return { isPaid: true, granted: false };
  }
  const object = event.isTrialStart ? checkout : withoutPeriod(checkout);
  const outcome = await reconcileEvent(ctx, { ...missed, object });
  if (outcome === "unnamed") return { isPaid: false, granted: false };
  // No event of a payment that was recorded already need have named the checkout.
  const paid = { checkoutId, subscriptionId: event.mentionedSubscriptionId, paidAt: event.paidAt ?? event.eventAt };
  await ctx.db.$transaction((tx) => completeCheckouts(tx, [paid], ctx.now()));
  return { isPaid: true, granted: outcome === "granted" };
}

/**
 * The provider's checkout has its subscription as it is now. The period of that may be a later one than was paid for, so it is left out: it
 * then begins when the order was made. The period of a trial that still runs is the trial, and says when it ends.
 */
function withoutPeriod(checkout: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { subscription } = checkout;
  if (typeof subscription !== "object" || subscription === null) return checkout;
  const period = { current_period_start_date: undefined, current_period_end_date: undefined };
  return { ...checkout, subscription: { ...subscription, ...period } };
}

/**
 * Whether a plan's checkout of 0 began a trial that has ended since, or that has been canceled. It then looks like a plan that a discount made
 * free, which is granted. The subscription of such a plan is active, and not stored yet where its event is lost.
 */
async function isPastTrial(
  ctx: ServiceContext,
  { mentionedSubscriptionId: id, isTrialStart, isAmountNamed, amountCents }: ProviderEvent,
  { subscription }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (id === null || isTrialStart || !isAmountNamed || amountCents > 0) return false;
  return fieldOf(subscription, "status") !== "active" || (await ctx.db.subscription.count({ where: { id } })) > 0;
}

/** Undefined where the value is no object. */
function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

/** A time of one of the provider's objects by its own clock, in milliseconds. Null where it does not say. */
function timeOf(object: unknown, name: "created_at" | "updated_at" | "period_start"): number | null {
  const time = fieldOf(object, name);
  // Orders have an ISO date, transactions a number.
  const ms = typeof time === "string" || typeof time === "number" ? new Date(time).getTime() : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

/**
 * Asks the provider for a subscription's last payment, and grants it when its event never arrived. One that is recorded and whose money went
 * back is handled as by that event, and so are a cancellation, a resumption and the end of a trial.
 * @returns whether this call granted credits
 * @throws UpstreamError when the provider fails, AppError `not_found` when it has no such subscription, as with the key of another account
 */
export async function reconcileSubscription(ctx: ServiceContext, subscriptionId: string): Promise<boolean> {
  const subscription = await ctx.clients.payment.getSubscription(subscriptionId);
  if (!subscription) throw new AppError("not_found", "The payment provider does not know this subscription");
  const isGranted = await reconcileLastPayment(ctx, subscriptionId, subscription);
  await reconcileStatus(ctx, subscriptionId, subscription, isGranted);
  return isGranted;
}

async function reconcileLastPayment(
  ctx: ServiceContext,
  subscriptionId: string,
  subscription: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const last = subscription["last_transaction"];
  if (last === undefined) await warnOfUnknownPayment(ctx, subscription);
  if (!PAID_STATUSES.has(fieldOf(last, "status"))) {
    await reconcileMoneyBack(ctx, last);
    return false;
  }
  const missed: MissedEvent = {
    id: `${RECONCILED_PREFIX}${subscriptionId}`,
    eventType: "subscription.paid",
    // A later time would make it newer than a cancellation that came after the payment.
    created_at: timeOf(last, "created_at") ?? timeOf(last, "period_start") ?? ctx.now().getTime(),
    object: subscription,
  };
  const { isAmountNamed, amountCents } = parseProviderEvent(missed, ctx.now());
  // Such as the transaction of a trial that has ended since.
  if (isAmountNamed && amountCents === 0) return false;
  return (await reconcileEvent(ctx, missed)) === "granted";
}

/** A response that names the last payment by its id alone says neither its amount nor whether it was paid, so somebody has to look. */
async function warnOfUnknownPayment(
  ctx: ServiceContext,
  { id, last_transaction_id: transactionId }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (typeof transactionId !== "string") return;
  if ((await ctx.db.payment.count({ where: { providerTransactionId: transactionId } })) > 0) return;
  ctx.log.warn(
    { subscriptionId: id, transactionId },
    "the provider names a payment without its terms; look it up there",
  );
}

const TAKEN_OVER = ["active", "trialing", "past_due", "unpaid", "scheduled_cancel", "canceled"] as const;
type TakenOver = (typeof TAKEN_OVER)[number];

/**
 * Takes over that a subscription is canceled at the provider, which also confirms an administrator's cancellation, that one which was to end was
 * resumed there, overdue or not, when a trial ends, and after a grant that it is active. The payment alone may not: its transaction is as old as the first
 * attempt to charge, and an event may have called the subscription overdue since.
 */
async function reconcileStatus(
  ctx: ServiceContext,
  id: string,
  object: Readonly<Record<string, unknown>>,
  isGranted: boolean,
): Promise<void> {
  const status = TAKEN_OVER.find((one) => one === object["status"]);
  const created_at = timeOf(object, "updated_at");
  if (status === undefined || created_at === null) return;
  const missed = { id: `${RECONCILED_PREFIX}${id}`, eventType: `subscription.${status}`, created_at, object } as const;
  // What is known already would only fill the inbox. The end of a trial may be missing.
  const [at, endsAt] = [new Date(created_at), parseProviderEvent(missed, ctx.now()).periodEnd ?? new Date(0)];
  const resumed = { status: "scheduled_cancel", statusEventAt: { lt: at } };
  const news = {
    ...{ active: resumed, past_due: resumed, unpaid: resumed },
    trialing: { OR: [{ status, currentPeriodEnd: { lt: endsAt } }, resumed] },
    scheduled_cancel: { status: { notIn: ["canceled", status] } },
    canceled: { OR: [{ status: { not: "canceled" } }, { ...hasOpenCancellation, providerCancelAt: { lte: at } }] },
  }[status];
  const isNews = (await ctx.db.subscription.count({ where: { id, ...news } })) > 0;
  if (isNews || (status === "active" && isGranted)) await processMissed(ctx, missed);
}

/** The statuses of a transaction that was paid. A refund of a part has an event of its own. */
const PAID_STATUSES: ReadonlySet<unknown> = new Set(["paid", "partialRefund"]);

/** The events of a transaction with this status. */
const MONEY_BACK_EVENTS: ReadonlyMap<unknown, "refund.created" | "dispute.created"> = new Map([
  ["refunded", "refund.created"],
  // As in its documentation's events, and in its SDK.
  ["chargeback", "dispute.created"],
  ["chargedBack", "dispute.created"],
]);

/** Applies a full refund or a dispute whose event never came. A payment that had any such event is left as it is: a dispute may be won by now. */
async function reconcileMoneyBack(ctx: ServiceContext, transaction: unknown): Promise<void> {
  const eventType = MONEY_BACK_EVENTS.get(fieldOf(transaction, "status"));
  const transactionId = fieldOf(transaction, "id");
  if (eventType === undefined || typeof transactionId !== "string") return;
  const where = { providerTransactionId: transactionId, status: "succeeded", statusEventAt: null };
  if (!(await ctx.db.payment.findFirst({ where, select: { id: true } }))) return;
  ctx.log.warn({ transactionId, eventType }, "money went back, and its webhook never came");
  await processMissed(ctx, {
    id: `${RECONCILED_PREFIX}${transactionId}`,
    eventType,
    created_at: ctx.now().getTime(),
    object: { transaction },
  });
}

/** An event that the provider should have sent, made from its API's response. */
export interface MissedEvent {
  id: string;
  eventType: "checkout.completed" | "refund.created" | "dispute.created" | `subscription.${"paid" | TakenOver}`;
  created_at: number;
  object: Readonly<Record<string, unknown>>;
}

/**
 * Processes a payment that the provider's API reports exactly as its webhook: through the inbox and the same use case. A payment that is
 * recorded already is not stored in the inbox. A response that names no payment is ignored: recorded under an id of our own, the payment's
 * real event would grant it again.
 * @returns "granted" when it granted credits, "recorded" when the payment was there already, "unnamed" when the response names no payment
 */
async function reconcileEvent(ctx: ServiceContext, missed: MissedEvent): Promise<"granted" | "recorded" | "unnamed"> {
  const { paymentId, transactionId, holdsOrder } = parseProviderEvent(missed, ctx.now());
  if (paymentId === null || paymentId === missed.id) {
    ctx.log.warn({ event: missed.id }, "the provider names no payment, so nothing is granted");
    return "unnamed";
  }
  // A renewal's transaction may name the first payment's order, so an order that is only named does not decide.
  // Nor does one that was named by another transaction alone: the first payment may be missing still.
  const ofTransaction =
    transactionId === null ? {} : { OR: [{ providerTransactionId: null }, { providerTransactionId: transactionId }] };
  const byId = holdsOrder || transactionId === null ? [{ providerPaymentId: paymentId, ...ofTransaction }] : [];
  const byTransaction = transactionId === null ? [] : [{ providerTransactionId: transactionId }];
  const recorded = await ctx.db.payment.findFirst({ where: { OR: [...byId, ...byTransaction] }, select: { id: true } });
  if (recorded) return "recorded";
  return (await processMissed(ctx, missed)) === "granted" ? "granted" : "recorded";
}

async function processMissed(ctx: ServiceContext, missed: MissedEvent): Promise<EventOutcome["outcome"]> {
  const stored = await storeProviderEvent(ctx, Buffer.from(JSON.stringify(missed)));
  return (await processProviderEvent(ctx, stored)).outcome;
}
