import type { ProviderObject } from "@app/clients/payments/payment-provider";
import { renews } from "@app/core/billing/subscription-status";
import { addMonthsUtc } from "@app/core/schedule/instalments";
import { DEMO_PRODUCTS } from "@app/sandbox/payments/demo-products";
import {
  checkoutCompletedEvent,
  disputeCreatedEvent,
  disputeTransaction,
  type ProviderEvent,
  refundCreatedEvent,
  refundTransaction,
  type SubscriptionEventType,
  subscriptionEvent,
} from "@app/sandbox/payments/events";
import {
  type Checkout,
  createPaymentState,
  type PaymentRecords,
  type Product,
  recordsOfOrder,
  recordsOfSubscription,
  type Subscription,
  type SubscriptionStatus,
  storeRecords,
  type Transaction,
} from "@app/sandbox/payments/payment-state";
import { checkoutObject, completedCheckoutObject, subscriptionObject } from "@app/sandbox/payments/wire-objects";
import type { EventPost } from "./event-post";
import type { Life } from "./life";

/** How often a charge fails, and how often its repetition succeeds. */
const CHARGE_FAILS_PERCENT = 20;
const REPETITION_FAILS_PERCENT = 60;
const REPETITIONS_MAX = 3;
/** Some events only repeat what another one says. */
const EXTRA_EVENT_PERCENT = 50;
const STEP_MS = 1_000;

/** What the payment provider knows of one customer, with its events and the charges that it makes by itself. */
export class ProviderBooks {
  /** Plans that renew because the customer has resumed them on the provider's own pages, which the service cannot refuse. */
  readonly resumedOnOwnPages = new Set<string>();
  readonly #life: Life;
  readonly #post: Pick<EventPost, "send">;
  readonly #state = createPaymentState();
  readonly #changedAt = new Map<string, Date>();
  readonly #failedCharges = new Map<string, number>();

  constructor(life: Life, post: Pick<EventPost, "send">) {
    this.#life = life;
    this.#post = post;
  }

  get subscriptions(): readonly Subscription[] {
    return [...this.#state.subscriptions.values()];
  }

  get charges(): readonly Transaction[] {
    return [...this.#state.transactions.values()];
  }

  chargesOf(subscriptionId: string): readonly Transaction[] {
    return this.charges.filter((charge) => charge.subscriptionId === subscriptionId);
  }

  findSubscription(id: string): Subscription | undefined {
    return this.#state.subscriptions.get(id);
  }

  findCheckout(id: string): Checkout | undefined {
    return this.#state.checkouts.get(id);
  }

  timeOfChange(subscriptionId: string): Date {
    return this.#changedAt.get(subscriptionId) ?? this.#life.now;
  }

  /** The plan that a charge was for. */
  keyOf({ orderId }: Transaction): string | undefined {
    return this.#state.orders.get(orderId)?.product.id;
  }

  openCheckout(key: string, userId: string): Checkout {
    const checkout: Checkout = {
      id: `ch_${this.#state.checkouts.size + 1}`,
      product: productOf(key),
      units: 1,
      status: "pending",
      requestId: null,
      successUrl: null,
      customerEmail: null,
      metadata: { userId, key, kind: "subscription" },
      orderId: null,
      createdAt: this.#life.now,
    };
    this.#state.checkouts.set(checkout.id, checkout);
    return checkout;
  }

  async pay(checkoutId: string): Promise<void> {
    const checkout = this.#state.checkouts.get(checkoutId);
    if (checkout?.status !== "pending") return;
    this.#life.pass(STEP_MS);
    const now = this.#life.now;
    const customer = { id: "cust_1", email: "buyer@example.com", createdAt: now };
    const subscription: Subscription = {
      id: `sub_${this.#state.subscriptions.size + 1}`,
      customerId: customer.id,
      product: checkout.product,
      units: 1,
      status: "active",
      metadata: checkout.metadata,
      lastTransactionId: "",
      periodStart: now,
      periodEnd: endOfPeriod(now, checkout.product),
      canceledAt: null,
      createdAt: now,
    };
    storeRecords(this.#state, {
      checkout: { ...checkout, status: "completed" },
      customer,
      ...this.#charge(subscription, checkoutId),
    });
    this.#life.tell(`paid ${checkoutId}: ${subscription.id}, ${checkout.product.id}`);
    const records = this.#recordsOf(subscription.id);
    await this.#post.send(checkoutCompletedEvent({ ...records, checkout: this.#checkout(checkoutId) }, now));
    await this.#send("paid", subscription.id);
    await this.#sendExtra("active", subscription.id);
  }

  /** Charges the plans whose period is over, or ends them. */
  async closePeriods(): Promise<void> {
    for (const { id, status, periodEnd } of this.subscriptions) {
      if (periodEnd > this.#life.now || status === "canceled") continue;
      const failed = this.#failedCharges.get(id) ?? 0;
      const failsPercent = failed > 0 ? REPETITION_FAILS_PERCENT : CHARGE_FAILS_PERCENT;
      if (status === "scheduled_cancel" || failed > REPETITIONS_MAX) await this.changeStatus(id, "canceled");
      else if (this.#life.luck.happens(failsPercent)) {
        this.#failedCharges.set(id, failed + 1);
        if (status !== "past_due") await this.changeStatus(id, "past_due");
      } else await this.#renew(id);
    }
  }

  /** @param type of the event: the provider also tells of a resumption by `update` */
  async changeStatus(id: string, status: SubscriptionStatus, type: SubscriptionEventType = status): Promise<void> {
    this.#life.pass(STEP_MS);
    if (!renews(status)) this.resumedOnOwnPages.delete(id);
    this.#change(id, { status });
    await this.#send(type, id);
  }

  async resumeOnOwnPages(id: string): Promise<void> {
    await this.changeStatus(id, "active");
    this.resumedOnOwnPages.add(id);
  }

  async refund(charge: Transaction): Promise<void> {
    await this.#moneyBack(charge, refundTransaction(charge, charge.amountCents), refundCreatedEvent);
  }

  async dispute(charge: Transaction): Promise<void> {
    await this.#moneyBack(charge, disputeTransaction(charge), disputeCreatedEvent);
  }

  /** The API's response about a checkout. */
  checkoutResponse(id: string): ProviderObject | null {
    const checkout = this.#state.checkouts.get(id);
    const subscription = this.subscriptions.find((one) => this.#firstCheckoutOf(one.id) === id);
    if (!checkout || !subscription) return checkout ? checkoutObject(checkout) : null;
    const first = this.chargesOf(subscription.id)[0];
    const records = first && recordsOfOrder(this.#state, first.orderId);
    return records ? completedCheckoutObject(checkout, records) : null;
  }

  /** The API's response about a subscription. */
  subscriptionResponse(id: string): ProviderObject | null {
    return this.#state.subscriptions.has(id)
      ? this.#withTimeOfChange(subscriptionObject(this.#recordsOf(id)), id)
      : null;
  }

  async #renew(id: string): Promise<void> {
    this.#life.pass(STEP_MS);
    const { now } = this.#life;
    this.#failedCharges.delete(id);
    const before = this.#subscription(id);
    const onTime = endOfPeriod(before.periodEnd, before.product);
    const [periodStart, periodEnd] =
      onTime > now ? [before.periodEnd, onTime] : [now, endOfPeriod(now, before.product)];
    const renewed: Subscription = { ...before, status: "active", periodStart, periodEnd };
    const { customer } = this.#recordsOf(id);
    storeRecords(this.#state, { checkout: null, customer, ...this.#charge(renewed, null) });
    this.#life.tell(`charged ${id}`);
    await this.#send("paid", id);
    await this.#sendExtra("active", id);
  }

  /** A paid order for a subscription's current period. */
  #charge(
    subscription: Subscription,
    checkoutId: string | null,
  ): Pick<PaymentRecords, "order" | "transaction" | "subscription"> {
    const number = this.#state.orders.size + 1;
    const { customerId, product, periodStart, periodEnd } = subscription;
    const amountCents = product.priceCents;
    const [id, orderId, createdAt] = [`tran_${number}`, `ord_${number}`, this.#life.now];
    this.#changedAt.set(subscription.id, createdAt);
    return {
      order: { id: orderId, checkoutId, customerId, product, amountCents, transactionId: id, createdAt },
      transaction: {
        id,
        orderId,
        customerId,
        subscriptionId: subscription.id,
        amountCents,
        currency: "USD",
        status: "paid",
        refundedCents: 0,
        periodStart,
        periodEnd,
        createdAt,
      },
      subscription: { ...subscription, lastTransactionId: id },
    };
  }

  async #moneyBack(
    charge: Transaction,
    returned: Transaction,
    eventOf: (records: PaymentRecords, at: Date) => ProviderEvent,
  ): Promise<void> {
    const records = recordsOfOrder(this.#state, charge.orderId);
    if (!records || charge.status !== "paid") return;
    this.#life.pass(STEP_MS);
    this.#state.transactions.set(charge.id, returned);
    if (charge.subscriptionId) this.#changedAt.set(charge.subscriptionId, this.#life.now);
    await this.#post.send(eventOf(records, this.#life.now));
  }

  async #send(type: SubscriptionEventType, id: string): Promise<void> {
    const event = subscriptionEvent(type, this.#recordsOf(id), this.#life.now);
    await this.#post.send({ ...event, object: this.#withTimeOfChange(event.object, id) });
  }

  async #sendExtra(type: SubscriptionEventType, id: string): Promise<void> {
    if (this.#life.luck.happens(EXTRA_EVENT_PERCENT)) await this.#send(type, id);
  }

  #change(id: string, change: Partial<Subscription>): void {
    this.#state.subscriptions.set(id, { ...this.#subscription(id), ...change });
    this.#changedAt.set(id, this.#life.now);
  }

  #withTimeOfChange<T extends object>(object: T, id: string): T {
    return { ...object, updated_at: this.timeOfChange(id).toISOString() };
  }

  #firstCheckoutOf(subscriptionId: string): string | null {
    return this.#state.orders.get(this.chargesOf(subscriptionId)[0]?.orderId ?? "")?.checkoutId ?? null;
  }

  #recordsOf(id: string): PaymentRecords & { subscription: Subscription } {
    const records = recordsOfSubscription(this.#state, id);
    if (!records) throw new Error(`The provider has no subscription ${id}`);
    return records;
  }

  #subscription(id: string): Subscription {
    return this.#recordsOf(id).subscription;
  }

  #checkout(id: string): Checkout {
    const checkout = this.#state.checkouts.get(id);
    if (!checkout) throw new Error(`The provider has no checkout ${id}`);
    return checkout;
  }
}

function productOf(key: string): Product {
  const terms = DEMO_PRODUCTS.get(key);
  if (!terms) throw new Error(`${key} is not for sale`);
  return { ...terms, id: key };
}

function endOfPeriod(start: Date, { period }: Product): Date {
  return addMonthsUtc(start, period === "every-year" ? 12 : 1);
}
