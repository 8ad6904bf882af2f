import type { ProviderObject } from "@app/clients/payments/payment-provider";
import { findCatalogueItem } from "@app/core/billing/catalogue";
import { addMonthsUtc } from "@app/core/schedule/instalments";
import { DEMO_PRODUCTS } from "@app/sandbox/payments/demo-products";
import {
  type Checkout,
  createPaymentState,
  isCharge,
  type PaymentRecords,
  type Product,
  recordsOfOrder,
  recordsOfSubscription,
  type Subscription,
  type Transaction,
} from "@app/sandbox/payments/payment-state";
import { checkoutObject, completedCheckoutObject, subscriptionObject } from "@app/sandbox/payments/wire-objects";
import type { Life } from "./life";

const DAY_MS = 86_400_000;

/** The records of the payment provider about one customer. */
export class ProviderRecords {
  protected readonly life: Life;
  protected readonly state = createPaymentState();
  readonly #changedAt = new Map<string, Date>();

  /** @param name is part of all ids */
  constructor(
    life: Life,
    readonly name: string,
  ) {
    this.life = life;
  }

  get #customerId(): string {
    return `cust_${this.name}`;
  }

  get subscriptions(): readonly Subscription[] {
    return [...this.state.subscriptions.values()];
  }

  /** The order of a trial has a transaction of 0, which is no charge. */
  get charges(): readonly Transaction[] {
    return [...this.state.transactions.values()].filter(isCharge);
  }

  chargesOf(subscriptionId: string): readonly Transaction[] {
    return this.charges.filter((charge) => charge.subscriptionId === subscriptionId);
  }

  findSubscription(id: string): Subscription | undefined {
    return this.state.subscriptions.get(id);
  }

  findCheckout(id: string): Checkout | undefined {
    return this.state.checkouts.get(id);
  }

  timeOfChange(subscriptionId: string): Date {
    return this.#changedAt.get(subscriptionId) ?? this.life.now;
  }

  /** The plan that a subscription was charged for last, or of its trial. The provider may have changed its product since. */
  planOf({ id, metadata }: Subscription): string {
    const last = this.chargesOf(id).at(-1);
    return last ? this.keyOf(last) : String(metadata["key"]);
  }

  /** The plan or pack that a charge was for. */
  keyOf({ orderId }: Transaction): string {
    return this.state.orders.get(orderId)?.product.id ?? "";
  }

  openCheckout(key: string, userId: string): Checkout {
    const checkout: Checkout = {
      id: `ch_${this.name}${this.state.checkouts.size + 1}`,
      product: productOf(key),
      units: 1,
      status: "pending",
      requestId: null,
      successUrl: null,
      customerEmail: null,
      metadata: { userId, key, kind: findCatalogueItem(key)?.kind ?? null },
      orderId: null,
      createdAt: this.life.now,
    };
    this.state.checkouts.set(checkout.id, checkout);
    return checkout;
  }

  /** The API's response about a checkout. */
  checkoutResponse(id: string): ProviderObject | null {
    const checkout = this.findCheckout(id);
    const records = recordsOfOrder(this.state, checkout?.orderId ?? null);
    if (!checkout) return null;
    return records ? completedCheckoutObject(checkout, records) : checkoutObject(checkout);
  }

  /** The API's response about a subscription. */
  subscriptionResponse(id: string): ProviderObject | null {
    return this.findSubscription(id) ? this.withTimeOfChange(subscriptionObject(this.recordsOf(id)), id) : null;
  }

  protected newSubscription({ product, metadata }: Checkout, trialDays: number): Subscription {
    const { now } = this.life;
    return {
      id: `sub_${this.name}${this.state.subscriptions.size + 1}`,
      customerId: this.#customerId,
      product,
      units: 1,
      status: trialDays > 0 ? "trialing" : "active",
      metadata,
      lastTransactionId: "",
      periodStart: now,
      periodEnd: trialDays > 0 ? new Date(now.getTime() + trialDays * DAY_MS) : endOfPeriod(now, product),
      canceledAt: null,
      createdAt: now,
    };
  }

  /** A paid order: of a pack, or for the current period of a subscription. That of a trial is free. */
  protected charge(product: Product, checkout: Checkout | null, subscription: Subscription | null): PaymentRecords {
    const number = this.state.orders.size + 1;
    const [id, orderId, createdAt] = [`tran_${this.name}${number}`, `ord_${this.name}${number}`, this.life.now];
    const [customerId, amountCents] = [this.#customerId, subscription?.status === "trialing" ? 0 : product.priceCents];
    if (subscription) this.noteChange(subscription.id);
    return {
      checkout: checkout && { ...checkout, status: "completed", orderId },
      customer: { id: customerId, email: "buyer@example.com", createdAt },
      order: {
        id: orderId,
        checkoutId: checkout?.id ?? null,
        customerId,
        product,
        amountCents,
        transactionId: id,
        createdAt,
      },
      transaction: {
        id,
        orderId,
        customerId,
        subscriptionId: subscription?.id ?? null,
        amountCents,
        currency: "USD",
        status: "paid",
        refundedCents: 0,
        periodStart: subscription?.periodStart ?? null,
        periodEnd: subscription?.periodEnd ?? null,
        createdAt,
      },
      subscription: subscription && { ...subscription, lastTransactionId: id },
    };
  }

  protected noteChange(subscriptionId: string): void {
    this.#changedAt.set(subscriptionId, this.life.now);
  }

  protected withTimeOfChange<T extends object>(object: T, id: string): T {
    return { ...object, updated_at: this.timeOfChange(id).toISOString() };
  }

  protected recordsOf(subscriptionId: string): PaymentRecords & { subscription: Subscription } {
    const records = recordsOfSubscription(this.state, subscriptionId);
    if (!records) throw new Error(`The provider has no subscription ${subscriptionId}`);
    return records;
  }
}

export function productOf(key: string): Product {
  const terms = DEMO_PRODUCTS.get(key);
  if (!terms) throw new Error(`${key} is not for sale`);
  return { ...terms, id: key };
}

export function endOfPeriod(start: Date, { period }: Product): Date {
  return addMonthsUtc(start, period === "every-year" ? 12 : 1);
}
