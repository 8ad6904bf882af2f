import { completePurchase } from "./complete-purchase";
import { checkoutCompletedEvent, type ProviderEvent, refundCreatedEvent, subscriptionEvent } from "./events";
import {
  type Checkout,
  type Customer,
  newId,
  type PaymentRecords,
  type PaymentState,
  recordsOfOrder,
  recordsOfSubscription,
  type Subscription,
  storeRecords,
} from "./payment-state";
import { renewSubscription } from "./renew-subscription";
import type { WebhookDelivery, WebhookSender } from "./webhook-sender";

export interface PayOptions {
  email?: string | undefined;
  /** How often each event is sent, all copies at once. 0 pays silently, as if every webhook were lost. */
  notifyTimes: number;
}

export type CancelMode = "immediate" | "scheduled";

export interface Outcome<Records extends PaymentRecords = PaymentRecords> {
  records: Records;
  deliveries: WebhookDelivery[];
}

type SubscriptionOutcome = Outcome<PaymentRecords & { subscription: Subscription }>;

const FALLBACK_EMAIL = "buyer@example.com";

/** What can happen at the provider: every method changes the books and then sends the events of that change. */
export class PaymentDesk {
  readonly #state: PaymentState;
  readonly #sender: WebhookSender;
  readonly #now: () => Date;

  constructor(state: PaymentState, sender: WebhookSender, now: () => Date) {
    this.#state = state;
    this.#sender = sender;
    this.#now = now;
  }

  /** Takes the money of a pending checkout. Null when there is no such checkout or it is paid already. */
  async pay(checkoutId: string, options: PayOptions): Promise<Outcome | null> {
    const pending = this.#state.checkouts.get(checkoutId);
    if (pending?.status !== "pending") return null;
    const at = this.#now();
    const records = completePurchase(pending, this.#customerOf(pending, options.email, at), at);
    storeRecords(this.#state, records);
    return { records, deliveries: await this.#notify(purchaseEvents(records, at), options.notifyTimes) };
  }

  /** Charges the next period. Null for an unknown or canceled subscription. */
  async renew(subscriptionId: string): Promise<SubscriptionOutcome | null> {
    const current = recordsOfSubscription(this.#state, subscriptionId);
    if (!current || current.subscription.status === "canceled") return null;
    const at = this.#now();
    const records = renewSubscription(current, at);
    storeRecords(this.#state, records);
    return { records, deliveries: await this.#notify([subscriptionEvent("paid", records, at)], 1) };
  }

  /** Cancels at once, or at the end of the period that is paid. Null for an unknown subscription. */
  async cancel(subscriptionId: string, mode: CancelMode): Promise<SubscriptionOutcome | null> {
    const current = recordsOfSubscription(this.#state, subscriptionId);
    if (!current) return null;
    if (current.subscription.status === "canceled") return { records: current, deliveries: [] };
    const at = this.#now();
    const status = mode === "immediate" ? "canceled" : "scheduled_cancel";
    const subscription: Subscription = { ...current.subscription, status, canceledAt: at };
    this.#state.subscriptions.set(subscription.id, subscription);
    const records = { ...current, subscription };
    return { records, deliveries: await this.#notify([subscriptionEvent(status, records, at)], 1) };
  }

  /** Gives an order's money back. Null when there is nothing to give back. */
  async refund(orderId: string): Promise<Outcome | null> {
    const current = recordsOfOrder(this.#state, orderId);
    if (current?.transaction.status !== "paid") return null;
    const at = this.#now();
    const records: PaymentRecords = { ...current, transaction: { ...current.transaction, status: "refunded" } };
    this.#state.transactions.set(records.transaction.id, records.transaction);
    return { records, deliveries: await this.#notify([refundCreatedEvent(records, at)], 1) };
  }

  /** Sends a delivery again, byte for byte. Null when it is not known. */
  async resend(deliveryId: string): Promise<WebhookDelivery | null> {
    const delivery = this.#state.deliveries.get(deliveryId);
    return delivery ? this.#sender.resend(delivery) : null;
  }

  /** Events go out one after the other, the copies of one event together: both orders of arrival a service must bear. */
  async #notify(events: readonly ProviderEvent[], times: number): Promise<WebhookDelivery[]> {
    const deliveries: WebhookDelivery[] = [];
    for (const event of events) {
      const copies = Array.from({ length: times }, () => this.#sender.send(event));
      deliveries.push(...(await Promise.all(copies)));
    }
    return deliveries;
  }

  #customerOf(checkout: Checkout, emailOnForm: string | undefined, at: Date): Customer {
    const email = emailOnForm || checkout.customerEmail || FALLBACK_EMAIL;
    for (const customer of this.#state.customers.values()) if (customer.email === email) return customer;
    return { id: newId("cust"), email, createdAt: at };
  }
}

/** The first payment of a plan makes three events, and two of them tell of the same money. */
function purchaseEvents(records: PaymentRecords, at: Date): ProviderEvent[] {
  const { checkout, subscription } = records;
  const events = checkout ? [checkoutCompletedEvent({ ...records, checkout }, at)] : [];
  if (!subscription) return events;
  const withSubscription = { ...records, subscription };
  return [
    ...events,
    subscriptionEvent("paid", withSubscription, at),
    subscriptionEvent("active", withSubscription, at),
  ];
}
