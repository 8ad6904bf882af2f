import { renews } from "@app/core/billing/subscription-status";
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
  type PaymentRecords,
  recordsOfOrder,
  type Subscription,
  type SubscriptionStatus,
  storeRecords,
  type Transaction,
} from "@app/sandbox/payments/payment-state";
import { transactionObject } from "@app/sandbox/payments/wire-objects";
import type { EventPost } from "./event-post";
import type { Life } from "./life";
import { endOfPeriod, ProviderRecords, productOf } from "./provider-records";

/** How often a charge fails, and how often its repetition succeeds. */
const CHARGE_FAILS_PERCENT = 20;
const REPETITION_FAILS_PERCENT = 60;
const REPETITIONS_MAX = 3;
/** The provider gives up then, and the service asks for so long. */
const REPEATED_FOR_MS = 14 * 86_400_000;
/** Some events only repeat what another one says. */
const EXTRA_EVENT_PERCENT = 50;
/** A trial may be over before its events have come. */
const TRIAL_PERCENT = 15;
const TRIAL_DAYS = [7, 2] as const;
const STEP_MS = 1_000;

/** A transaction of which nothing or a part was returned: it can be refunded or disputed. */
export const isKept = ({ status }: Transaction) => status === "paid" || status === "partialRefund";

/** What the payment provider knows of one customer, with its events and the charges that it makes by itself. */
export class ProviderBooks extends ProviderRecords {
  /** Plans that renew because the customer has resumed them on the provider's own pages, which the service cannot refuse. */
  readonly resumedOnOwnPages = new Set<string>();
  /** The events of each charge's refunds and disputes. */
  readonly moneyBackEvents = new Map<string, ProviderEvent[]>();
  readonly #post: Pick<EventPost, "send">;
  readonly #failedCharges = new Map<string, number>();
  readonly #beforeDispute = new Map<string, Transaction>();

  constructor(life: Life, name: string, post: Pick<EventPost, "send">) {
    super(life, name);
    this.#post = post;
  }

  async pay(checkoutId: string): Promise<void> {
    const open = this.findCheckout(checkoutId);
    if (open?.status !== "pending") return;
    this.life.pass(STEP_MS);
    const { product } = open;
    const trialDays = this.life.luck.happens(TRIAL_PERCENT) ? (this.life.luck.pick(TRIAL_DAYS) ?? 0) : 0;
    const started = product.kind === "subscription" ? this.newSubscription(open, trialDays) : null;
    const paid = this.charge(product, open, started);
    storeRecords(this.state, paid);
    const { checkout, subscription } = paid;
    const what = subscription ? `${subscription.id}, ${subscription.status}` : paid.order.id;
    this.life.tell(`paid ${checkoutId}: ${what}, ${product.id}`);
    if (checkout) await this.#post.send(this.name, checkoutCompletedEvent({ ...paid, checkout }, this.life.now));
    if (subscription?.status === "trialing") await this.#send("trialing", subscription.id);
    else if (subscription) await this.#sendPaid(subscription.id);
  }

  /** Charges the plans whose period is over, or ends them. */
  async closePeriods(): Promise<void> {
    for (const { id, status, periodEnd } of this.subscriptions) {
      if (periodEnd > this.life.now || status === "canceled") continue;
      const failed = this.#failedCharges.get(id) ?? 0;
      const failsPercent = failed > 0 ? REPETITION_FAILS_PERCENT : CHARGE_FAILS_PERCENT;
      const isGivenUp = failed > 0 && this.life.now.getTime() - periodEnd.getTime() > REPEATED_FOR_MS;
      if (status === "scheduled_cancel" || failed > REPETITIONS_MAX || isGivenUp)
        await this.changeStatus(id, "canceled");
      else if (this.life.luck.happens(failsPercent)) {
        this.#failedCharges.set(id, failed + 1);
        if (status !== "past_due") await this.changeStatus(id, "past_due");
      } else await this.#renew(id);
    }
  }

  /** @param type of the event: the provider also tells of a resumption by `update` */
  async changeStatus(id: string, status: SubscriptionStatus, type: SubscriptionEventType = status): Promise<void> {
    this.life.pass(STEP_MS);
    if (!renews(status)) this.resumedOnOwnPages.delete(id);
    this.state.subscriptions.set(id, { ...this.recordsOf(id).subscription, status });
    this.noteChange(id);
    await this.#send(type, id);
  }

  /** @param type of the event, as in `changeStatus`; that of the status if absent */
  async resume(id: string, type?: SubscriptionEventType): Promise<void> {
    await this.changeStatus(id, this.chargesOf(id).length > 0 ? "active" : "trialing", type);
  }

  async resumeOnOwnPages(id: string): Promise<void> {
    await this.resume(id);
    this.resumedOnOwnPages.add(id);
  }

  /** The next period is of another product. */
  async changeProduct(id: string, key: string): Promise<void> {
    this.life.pass(STEP_MS);
    this.state.subscriptions.set(id, { ...this.recordsOf(id).subscription, product: productOf(key) });
    this.noteChange(id);
    await this.#send("update", id);
  }

  /** Whether a charge's money ever went back in full. A dispute may have been won since. */
  wasReturned(charge: Transaction): boolean {
    return !isKept(charge) || this.#beforeDispute.has(charge.id);
  }

  async refund(charge: Transaction, refundCents: number): Promise<void> {
    await this.#moneyBack(charge, refundTransaction(charge, refundCents), (records, at) =>
      refundCreatedEvent(records, at, { refundCents }),
    );
  }

  async dispute(charge: Transaction): Promise<void> {
    this.#beforeDispute.set(charge.id, charge);
    await this.#moneyBack(charge, disputeTransaction(charge), disputeCreatedEvent);
  }

  async winDispute(charge: Transaction): Promise<void> {
    const before = this.#beforeDispute.get(charge.id);
    if (!before) return;
    await this.#moneyBack(charge, before, (records, at) => {
      const event = disputeCreatedEvent(records, at);
      const object = { ...event.object, status: "won", transaction: transactionObject(before) };
      return { ...event, eventType: "dispute.won", object };
    });
  }

  async #renew(id: string): Promise<void> {
    this.life.pass(STEP_MS);
    const { now } = this.life;
    this.#failedCharges.delete(id);
    const { subscription: before } = this.recordsOf(id);
    const onTime = endOfPeriod(before.periodEnd, before.product);
    const [periodStart, periodEnd] =
      onTime > now ? [before.periodEnd, onTime] : [now, endOfPeriod(now, before.product)];
    const renewed: Subscription = { ...before, status: "active", periodStart, periodEnd };
    storeRecords(this.state, this.charge(renewed.product, null, renewed));
    this.life.tell(`charged ${id}`);
    await this.#sendPaid(id);
  }

  async #moneyBack(
    charge: Transaction,
    after: Transaction,
    eventOf: (records: PaymentRecords, at: Date) => ProviderEvent,
  ): Promise<void> {
    const records = recordsOfOrder(this.state, charge.orderId);
    if (!records) return;
    this.life.pass(STEP_MS);
    this.state.transactions.set(charge.id, after);
    if (charge.subscriptionId) this.noteChange(charge.subscriptionId);
    const event = eventOf(records, this.life.now);
    this.moneyBackEvents.set(charge.id, [...(this.moneyBackEvents.get(charge.id) ?? []), event]);
    await this.#post.send(this.name, event);
  }

  async #send(type: SubscriptionEventType, id: string): Promise<void> {
    const event = subscriptionEvent(type, this.recordsOf(id), this.life.now);
    await this.#post.send(this.name, { ...event, object: this.withTimeOfChange(event.object, id) });
  }

  async #sendPaid(id: string): Promise<void> {
    await this.#send("paid", id);
    if (this.life.luck.happens(EXTRA_EVENT_PERCENT)) await this.#send("active", id);
  }
}
