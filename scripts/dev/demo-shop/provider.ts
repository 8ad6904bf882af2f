import { findCatalogueItem } from "@app/core/billing/catalogue";
import type { Db } from "@app/db/client/db";
import { DEMO_PRODUCTS } from "@app/sandbox/payments/demo-products";
import { type Outcome, PaymentOperations } from "@app/sandbox/payments/payment-operations";
import { newId, type PaymentState, type Product, type SubscriptionStatus } from "@app/sandbox/payments/payment-state";
import { SIGNATURE_HEADER } from "@app/sandbox/payments/signatures";
import { WebhookSender } from "@app/sandbox/payments/webhook-sender";
import { receiveWebhook } from "@app/services/billing/receive-webhook";
import type { ServiceContext } from "@app/services/context";

export interface Buyer {
  id: string;
  email: string;
}

/**
 * The sandbox's payment provider at the times of the past. Its signed events go straight to the use case that receives webhooks, so that
 * payments, subscriptions, schedules and the inbox are what real purchases would have left.
 */
export class PastProvider {
  readonly operations: PaymentOperations;
  readonly #state: PaymentState;
  readonly #db: Db;
  readonly #now: () => Date;

  constructor(ctx: ServiceContext, state: PaymentState, webhookSecret: string) {
    this.#state = state;
    this.#db = ctx.db;
    this.#now = ctx.now;
    const sender = new WebhookSender({
      ...{ url: "", secret: webhookSecret, state, now: ctx.now, retryDelaysMs: [], signal: undefined },
      deliver: async (_url, init) => {
        const signature = new Headers(init.headers).get(SIGNATURE_HEADER);
        return Response.json(await receiveWebhook(ctx, { rawBody: Buffer.from(String(init.body)), signature }));
      },
    });
    this.operations = new PaymentOperations(state, sender, ctx.now);
  }

  statusOf(subscriptionId: string): SubscriptionStatus | undefined {
    return this.#state.subscriptions.get(subscriptionId)?.status;
  }

  productOf(key: string): Product {
    const terms = DEMO_PRODUCTS.get(key);
    if (!terms) throw new Error(`${key} is not on sale`);
    return { ...terms, id: key };
  }

  /** A buyer opens a checkout and pays it. */
  async buy(buyer: Buyer, key: string, trialDays = 0): Promise<Outcome> {
    const [id, at] = [newId("ch"), this.#now()];
    this.#state.checkouts.set(id, {
      ...{ id, product: this.productOf(key), units: 1, status: "pending", requestId: null, successUrl: null },
      ...{ customerEmail: buyer.email, orderId: null, createdAt: at },
      metadata: { userId: buyer.id, key, kind: findCatalogueItem(key)?.kind ?? null },
    });
    const times = { createdAt: at, updatedAt: at };
    await this.#db.checkout.create({ data: { id, userId: buyer.id, key, status: "completed", ...times } });
    return delivered(await this.operations.pay(id, { notifyTimes: 1, trialDays }));
  }
}

/** The result of an operation whose events have all been received. */
export function delivered<Result extends Outcome>(outcome: Result | null): Result {
  if (!outcome) throw new Error("The sandbox's payment provider refused an operation");
  const failed = outcome.deliveries.find(({ state }) => state !== "delivered");
  if (failed) throw new Error(`${failed.eventType} was not received: ${failed.attempts.at(-1)?.error}`);
  return outcome;
}
