import {
  checkoutCompletedEvent,
  disputeCreatedEvent,
  disputeTransaction,
  type ProviderEvent,
  refundCreatedEvent,
  refundTransaction,
  type SubscriptionEventType,
  subscriptionEvent,
} from "./events";
import {
  type Checkout,
  type Customer,
  isCharge,
  newId,
  type PaymentRecords,
  type PaymentState,
  type Product,
  recordsOfOrder,
  recordsOfSubscription,
  type Subscription,
  storeRecords,
  type Transaction,
  type WebhookDelivery,
} from "./payment-state";
import { completePurchase, renewSubscription, upgradeSubscription } from "./purchases";
import type { WebhookSender } from "./webhook-sender";

export interface PayOptions {
  email?: string | undefined;
  /** Number of copies of each event, all sent at once. 0 sends none, as if every webhook were lost. */
  notifyTimes: number;
  /** Above 0, a plan starts with a free trial of this many days and nothing is charged. */
  trialDays?: number | undefined;
}

/** Statuses that can be set by hand. Cancelling is a separate operation. */
export const CHANGEABLE_STATUSES = ["active", "paused", "past_due", "unpaid", "expired"] as const;
export type ChangeableStatus = (typeof CHANGEABLE_STATUSES)[number];

export type CancelMode = "immediate" | "scheduled";

export interface Outcome<Records extends PaymentRecords = PaymentRecords> {
  records: Records;
  deliveries: WebhookDelivery[];
}

type WithSubscription = PaymentRecords & { subscription: Subscription };
type SubscriptionOutcome = Outcome<WithSubscription>;

const FALLBACK_EMAIL = "buyer@example.com";

/** The provider's operations. Each one changes the state and then sends the events of that change. */
export class PaymentOperations {
  readonly #state: PaymentState;
  readonly #sender: WebhookSender;
  readonly #now: () => Date;

  constructor(state: PaymentState, sender: WebhookSender, now: () => Date) {
    this.#state = state;
    this.#sender = sender;
    this.#now = now;
  }

  /** Pays a pending checkout. Null if there is no such checkout or it is already paid. */
  async pay(checkoutId: string, options: PayOptions): Promise<Outcome | null> {
    const pending = this.#state.checkouts.get(checkoutId);
    if (pending?.status !== "pending") return null;
    const at = this.#now();
    const customer = this.#customerOf(pending, options.email, at);
    const records = completePurchase(pending, customer, at, options.trialDays);
    storeRecords(this.#state, records);
    return { records, deliveries: await this.#notify(this.#purchaseEvents(records, at), options.notifyTimes) };
  }

  /** Charges the next period, or the first one after a trial. Null for an unknown or canceled subscription. */
  async renew(subscriptionId: string): Promise<SubscriptionOutcome | null> {
    const current = this.#uncanceled(subscriptionId);
    if (!current) return null;
    const at = this.#now();
    const records = renewSubscription(current, at);
    storeRecords(this.#state, records);
    const isFirst = current.subscription.status === "trialing";
    return { records, deliveries: await this.#announce(records, at, isFirst ? ["paid", "active"] : ["paid"]) };
  }

  /** Cancels at once, or at the end of the paid period. Null for an unknown subscription. */
  async cancel(subscriptionId: string, mode: CancelMode): Promise<SubscriptionOutcome | null> {
    const current = recordsOfSubscription(this.#state, subscriptionId);
    if (!current) return null;
    if (current.subscription.status === "canceled") return { records: current, deliveries: [] };
    const at = this.#now();
    const status = mode === "immediate" ? "canceled" : "scheduled_cancel";
    return this.#replace(current, { status, canceledAt: at }, at, status);
  }

  /** Sets a subscription's status. `expired` is only an event: the subscription keeps its status and may still be paid. */
  async changeStatus(subscriptionId: string, status: ChangeableStatus): Promise<SubscriptionOutcome | null> {
    const current = this.#uncanceled(subscriptionId);
    if (!current) return null;
    const changed = status === "expired" ? {} : { status, canceledAt: null };
    return this.#replace(current, changed, this.#now(), status);
  }

  /** Ends a pause, or takes back a cancellation whose period still runs. Null in any other state. */
  async resume(subscriptionId: string): Promise<SubscriptionOutcome | null> {
    const current = this.#uncanceled(subscriptionId);
    const at = this.#now();
    const { status, periodEnd } = current?.subscription ?? {};
    const isEnding = status === "scheduled_cancel" && periodEnd !== undefined && periodEnd > at;
    if (!current || !(isEnding || status === "paused")) return null;
    return this.#replace(current, { status: "active", canceledAt: null }, at, "update");
  }

  /** Changes product or number of units from the next period on. */
  async update(
    subscriptionId: string,
    change: { product?: Product | undefined; units?: number | undefined },
  ): Promise<SubscriptionOutcome | null> {
    const current = this.#uncanceled(subscriptionId);
    if (!current) return null;
    const { product = current.subscription.product, units = current.subscription.units } = change;
    return this.#replace(current, { product, units }, this.#now(), "update");
  }

  /** Changes the product at once: a new period starts and the difference is charged. */
  async upgrade(subscriptionId: string, product: Product): Promise<SubscriptionOutcome | null> {
    const current = this.#uncanceled(subscriptionId);
    if (!current) return null;
    const at = this.#now();
    const records = upgradeSubscription(current, product, at);
    storeRecords(this.#state, records);
    const types: SubscriptionEventType[] = isCharge(records.transaction) ? ["update", "paid"] : ["update"];
    return { records, deliveries: await this.#announce(records, at, types) };
  }

  /** Refunds an order, or `refundCents` of it. Null if the order has no such amount left. */
  async refund(orderId: string, refundCents?: number): Promise<Outcome | null> {
    const current = recordsOfOrder(this.#state, orderId);
    if (!current || !isRefundable(current.transaction)) return null;
    const left = current.transaction.amountCents - current.transaction.refundedCents;
    const amount = refundCents ?? left;
    if (!Number.isInteger(amount) || amount < 1 || amount > left) return null;
    const at = this.#now();
    const event = refundCreatedEvent(current, at, { refundCents: amount, shape: this.#state.events.shape });
    return this.#settle(current, refundTransaction(current.transaction, amount), event);
  }

  /** The buyer's bank takes an order's money back. Null if nothing is left. */
  async dispute(orderId: string): Promise<Outcome | null> {
    const current = recordsOfOrder(this.#state, orderId);
    if (!current || !isRefundable(current.transaction)) return null;
    const event = disputeCreatedEvent(current, this.#now(), this.#state.events.shape);
    return this.#settle(current, disputeTransaction(current.transaction), event);
  }

  /** Sends a delivery again, with the same bytes. Null if it is unknown. */
  async resend(deliveryId: string): Promise<WebhookDelivery | null> {
    const delivery = this.#state.deliveries.get(deliveryId);
    return delivery ? this.#sender.resend(delivery) : null;
  }

  #uncanceled(subscriptionId: string): WithSubscription | null {
    const current = recordsOfSubscription(this.#state, subscriptionId);
    return current && current.subscription.status !== "canceled" ? current : null;
  }

  async #replace(
    current: WithSubscription,
    change: Partial<Subscription>,
    at: Date,
    type: SubscriptionEventType,
  ): Promise<SubscriptionOutcome> {
    const records = { ...current, subscription: { ...current.subscription, ...change } };
    this.#state.subscriptions.set(records.subscription.id, records.subscription);
    return { records, deliveries: await this.#announce(records, at, [type]) };
  }

  async #settle(current: PaymentRecords, transaction: Transaction, event: ProviderEvent): Promise<Outcome> {
    this.#state.transactions.set(transaction.id, transaction);
    return { records: { ...current, transaction }, deliveries: await this.#notify([event], 1) };
  }

  #announce(records: WithSubscription, at: Date, types: readonly SubscriptionEventType[]): Promise<WebhookDelivery[]> {
    const { shape } = this.#state.events;
    return this.#notify(
      types.map((type) => subscriptionEvent(type, records, at, shape)),
      1,
    );
  }

  /** The first payment of a plan has three events, two of which are about the same payment. A trial has two. */
  #purchaseEvents(records: PaymentRecords, at: Date): ProviderEvent[] {
    const { shape, order } = this.#state.events;
    const { checkout, subscription } = records;
    const completed = checkout ? [checkoutCompletedEvent({ ...records, checkout }, at, shape)] : [];
    if (!subscription) return completed;
    const types: SubscriptionEventType[] = subscription.status === "trialing" ? ["trialing"] : ["paid", "active"];
    const [first, ...others] = types.map((type) => subscriptionEvent(type, { ...records, subscription }, at, shape));
    const leading = first ? [first] : [];
    return order === "paid_first" ? [...leading, ...completed, ...others] : [...completed, ...leading, ...others];
  }

  /**
   * Sends the copies of one event at the same time. Different events are sent one after the other, or at the same time if the
   * settings say so.
   */
  async #notify(events: readonly ProviderEvent[], times: number): Promise<WebhookDelivery[]> {
    const sendCopies = (event: ProviderEvent) =>
      Promise.all(Array.from({ length: times }, () => this.#sender.send(event)));
    if (this.#state.events.order === "together") return (await Promise.all(events.map(sendCopies))).flat();
    const deliveries: WebhookDelivery[] = [];
    for (const event of events) deliveries.push(...(await sendCopies(event)));
    return deliveries;
  }

  #customerOf(checkout: Checkout, emailOnForm: string | undefined, at: Date): Customer {
    const email = emailOnForm || checkout.customerEmail || FALLBACK_EMAIL;
    for (const customer of this.#state.customers.values()) if (customer.email === email) return customer;
    return { id: newId("cust"), email, createdAt: at };
  }
}

export function isRefundable(transaction: Transaction): boolean {
  return isCharge(transaction) && (transaction.status === "paid" || transaction.status === "partialRefund");
}
