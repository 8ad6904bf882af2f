import { UpstreamError } from "@app/clients/http/upstream-error";
import type { PaymentProvider, ProviderObject } from "@app/clients/payments/payment-provider";
import type { CatalogueKey } from "@app/core/billing/catalogue";

/** A payment provider whose books a test writes. */
export interface FakePaymentProvider extends PaymentProvider {
  checkouts: Map<string, ProviderObject>;
  subscriptions: Map<string, ProviderObject>;
  /** Ids that are answered with an error. */
  unreachable: Set<string>;
  /** Ids that were asked for, in order. */
  asked: string[];
  /** Subscriptions that were to end, in order. */
  ended: string[];
  /** How each of them was to end. */
  endModes: string[];
  /** Subscriptions whose cancellation was taken back, in order. */
  resumed: string[];
  /** Ids whose cancellation is refused, save where the books say that it has happened before. */
  refusing: Set<string>;
}

export function createFakePaymentProvider(): FakePaymentProvider {
  const read = async (books: ReadonlyMap<string, ProviderObject>, id: string) => {
    provider.asked.push(id);
    if (provider.unreachable.has(id)) throw new UpstreamError("The payment provider could not be asked");
    return books.get(id) ?? null;
  };
  const provider: FakePaymentProvider = {
    checkouts: new Map(),
    subscriptions: new Map(),
    unreachable: new Set(),
    asked: [],
    ended: [],
    endModes: [],
    resumed: [],
    refusing: new Set(),
    createCheckout: () => Promise.reject(new UpstreamError("Nothing is to be bought here")),
    getCheckout: (id) => read(provider.checkouts, id),
    getSubscription: (id) => read(provider.subscriptions, id),
    getProduct: async () => null,
    cancelSubscription: async (id, mode) => {
      if (provider.unreachable.has(id)) throw new UpstreamError("The payment provider could not be asked");
      const known = provider.subscriptions.get(id);
      const isDone =
        known?.["status"] === "canceled" || (mode === "scheduled" && known?.["status"] === "scheduled_cancel");
      if (provider.refusing.has(id) && known && isDone) return known;
      if (provider.refusing.has(id))
        throw new UpstreamError("The payment provider refused the call (400)", { status: 400 });
      provider.ended.push(id);
      provider.endModes.push(mode);
      return { object: "subscription", id, status: mode === "immediate" ? "canceled" : "scheduled_cancel" };
    },
    resumeSubscription: async (id) => {
      if (provider.unreachable.has(id)) throw new UpstreamError("The payment provider could not be asked");
      provider.resumed.push(id);
      return { object: "subscription", id, status: "active" };
    },
    moderatePrompt: async () => "allow",
    createPortalLink: async (id) => {
      if (provider.unreachable.has(id)) throw new UpstreamError("The payment provider could not be asked");
      return `https://pay.test/portal/${id}`;
    },
  };
  return provider;
}

interface Bought {
  userId: string;
  key: CatalogueKey;
  orderId: string;
  subscriptionId?: string;
  paidAt: Date;
}

const metadataOf = ({ userId, key }: Bought) => ({
  userId,
  key,
  kind: key === "pack_200" ? "one_time" : "subscription",
});

/** A paid checkout as the provider tells of it. */
export function paidCheckout(bought: Bought): ProviderObject {
  const { orderId, subscriptionId, paidAt } = bought;
  return {
    object: "checkout",
    status: "completed",
    metadata: metadataOf(bought),
    order: {
      object: "order",
      id: orderId,
      amount: 500,
      transaction: `tran_${orderId}`,
      created_at: paidAt.toISOString(),
    },
    ...(subscriptionId ? { subscription: { object: "subscription", id: subscriptionId } } : {}),
  };
}

/** A subscription with its last payment, as the provider tells of it. */
export function paidSubscription(bought: Bought, transactionStatus = "paid"): ProviderObject {
  const { orderId, subscriptionId, paidAt } = bought;
  return {
    object: "subscription",
    id: subscriptionId,
    status: "active",
    metadata: metadataOf(bought),
    last_transaction_id: `tran_${orderId}`,
    last_transaction: {
      object: "transaction",
      id: `tran_${orderId}`,
      order: orderId,
      amount: 2900,
      status: transactionStatus,
      created_at: paidAt.getTime(),
    },
  };
}
