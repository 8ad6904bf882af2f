import {
  type Checkout,
  type Metadata,
  newId,
  type PaymentRecords,
  type ProductTerms,
  type Subscription,
} from "../payments/payment-state";
import { completePurchase } from "../payments/purchases";

export interface SamplePurchase {
  paidAt: Date;
  /** The checkout's metadata, such as `{ userId, key, kind }`. */
  metadata: Metadata;
  product: ProductTerms & { id?: string };
  customerEmail?: string;
}

/** The records of a paid purchase, for tests that need realistic events. */
export function samplePurchase(sample: SamplePurchase): PaymentRecords & { checkout: Checkout } {
  const pending = sampleCheckout(sample);
  const customer = {
    id: newId("cust"),
    email: sample.customerEmail ?? "buyer@example.com",
    createdAt: sample.paidAt,
  };
  const records = completePurchase(pending, customer, sample.paidAt);
  return { ...records, checkout: records.checkout ?? pending };
}

/** The same for a plan, whose records contain a subscription. */
export function sampleSubscription(
  sample: SamplePurchase,
): PaymentRecords & { checkout: Checkout; subscription: Subscription } {
  const records = samplePurchase({ ...sample, product: { ...sample.product, kind: "subscription" } });
  if (!records.subscription) throw new Error("A purchase of a plan has a subscription");
  return { ...records, subscription: records.subscription };
}

function sampleCheckout(sample: SamplePurchase): Checkout {
  return {
    id: newId("ch"),
    product: { ...sample.product, id: sample.product.id ?? newId("prod") },
    units: 1,
    status: "pending",
    requestId: null,
    successUrl: null,
    customerEmail: sample.customerEmail ?? null,
    metadata: sample.metadata,
    orderId: null,
    createdAt: sample.paidAt,
  };
}
