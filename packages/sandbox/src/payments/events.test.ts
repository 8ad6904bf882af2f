import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { samplePurchase, sampleSubscription } from "../testing/sample-purchase";
import {
  checkoutCompletedEvent,
  disputeCreatedEvent,
  refundCreatedEvent,
  refundTransaction,
  subscriptionEvent,
} from "./events";
import { signWebhook } from "./signatures";

const PAID_AT = new Date("2026-01-31T10:00:00Z");
const METADATA = { userId: "user-1", key: "starter_monthly", kind: "subscription" };
const PLAN = {
  id: "prod_plan",
  name: "Starter",
  priceCents: 2_900,
  kind: "subscription",
  period: "every-month",
} as const;
const PACK = { id: "prod_pack", name: "Pack", priceCents: 500, kind: "one_time" } as const;

describe("checkout.completed", () => {
  it("contains order, customer, subscription and metadata of a plan", () => {
    const records = sampleSubscription({
      paidAt: PAID_AT,
      metadata: METADATA,
      product: PLAN,
      customerEmail: "a@example.com",
    });
    const event = checkoutCompletedEvent(records, PAID_AT);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      eventType: "checkout.completed",
      created_at: PAID_AT.getTime(),
      object: {
        id: records.checkout.id,
        object: "checkout",
        status: "completed",
        metadata: METADATA,
        order: {
          object: "order",
          id: records.order.id,
          amount: 2_900,
          amount_paid: 2_900,
          currency: "USD",
          type: "recurring",
          transaction: records.transaction.id,
        },
        product: { id: "prod_plan", price: 2_900, billing_type: "recurring", billing_period: "every-month" },
        customer: { id: records.customer.id, email: "a@example.com" },
        subscription: { id: records.subscription.id, status: "active", canceled_at: null, metadata: METADATA },
      },
    });
  });

  it("has no subscription for a one-time purchase", () => {
    const { object } = checkoutCompletedEvent(
      samplePurchase({ paidAt: PAID_AT, metadata: METADATA, product: PACK }),
      PAID_AT,
    );
    expect(object).toMatchObject({ order: { type: "onetime", amount: 500 } });
    expect(object).not.toHaveProperty("subscription");
  });
});

describe("subscription events", () => {
  const records = sampleSubscription({ paidAt: PAID_AT, metadata: METADATA, product: PLAN });

  it("contain the subscription and no order object", () => {
    const { object } = subscriptionEvent("paid", records, PAID_AT);
    expect(object).toMatchObject({
      id: records.subscription.id,
      object: "subscription",
      status: "active",
      last_transaction_id: records.transaction.id,
      last_transaction: {
        id: records.transaction.id,
        order: records.order.id,
        subscription: records.subscription.id,
        amount: 2_900,
        period_start: PAID_AT.getTime(),
        period_end: Date.parse("2026-02-28T10:00:00Z"),
      },
      current_period_end_date: "2026-02-28T10:00:00.000Z",
      metadata: METADATA,
    });
    expect(object).not.toHaveProperty("order");
  });

  it.each([
    ["paid", "active"],
    ["update", "active"],
    ["expired", "active"],
    ["past_due", "past_due"],
    ["canceled", "canceled"],
  ] as const)("of type %s have the status %s", (type, status) => {
    expect(subscriptionEvent(type, records, PAID_AT).object["status"]).toBe(status);
  });
});

describe("refund and dispute", () => {
  it("refer to their order", () => {
    const records = samplePurchase({ paidAt: PAID_AT, metadata: METADATA, product: PACK });
    expect(refundCreatedEvent(records, PAID_AT).object).toMatchObject({
      refund_amount: 500,
      transaction: { order: records.order.id, status: "refunded" },
      order: { id: records.order.id },
      checkout: { metadata: METADATA },
    });
    expect(disputeCreatedEvent(records, PAID_AT).object).toMatchObject({
      amount: 500,
      transaction: { order: records.order.id, status: "chargedBack", refunded_amount: 500 },
    });
  });

  it("refund a part and then the remaining amount", () => {
    const records = samplePurchase({ paidAt: PAID_AT, metadata: METADATA, product: PACK });
    expect(refundCreatedEvent(records, PAID_AT, { refundCents: 200 }).object).toMatchObject({
      refund_amount: 200,
      transaction: { status: "partialRefund", refunded_amount: 200, amount_paid: 500 },
    });
    const partlyRefunded = { ...records, transaction: refundTransaction(records.transaction, 200) };
    expect(refundCreatedEvent(partlyRefunded, PAID_AT).object).toMatchObject({
      refund_amount: 300,
      transaction: { status: "refunded", refunded_amount: 500 },
    });
  });
});

describe("the older published shape", () => {
  const records = sampleSubscription({ paidAt: PAID_AT, metadata: METADATA, product: PLAN });

  it("has no transaction in the order of a checkout", () => {
    const { object } = checkoutCompletedEvent(records, PAID_AT, "published");
    expect(object).toEqual({
      id: records.checkout.id,
      object: "checkout",
      order: {
        id: records.order.id,
        customer: records.customer.id,
        product: "prod_plan",
        amount: 2_900,
        currency: "USD",
        status: "paid",
        type: "recurring",
        created_at: PAID_AT.toISOString(),
        updated_at: PAID_AT.toISOString(),
        mode: "test",
      },
      product: expect.objectContaining({ id: "prod_plan", tax_mode: "exclusive", image_url: null }),
      customer: expect.objectContaining({ id: records.customer.id }),
      subscription: expect.objectContaining({ id: records.subscription.id, status: "active", metadata: METADATA }),
      custom_fields: [],
      status: "completed",
      metadata: METADATA,
      mode: "test",
    });
  });

  it("has only the transaction's id when a subscription is paid", () => {
    const { object } = subscriptionEvent("paid", records, PAID_AT, "published");
    expect(object).toMatchObject({
      id: records.subscription.id,
      last_transaction_id: records.transaction.id,
      next_transaction_date: "2026-02-28T10:00:00.000Z",
      current_period_end_date: "2026-02-28T10:00:00.000Z",
    });
    for (const field of ["last_transaction", "order", "items"]) expect(object).not.toHaveProperty(field);
  });

  it("has few fields when a subscription becomes active", () => {
    const { object } = subscriptionEvent("active", records, PAID_AT, "published");
    for (const name of ["last_transaction_id", "next_transaction_date", "current_period_end_date"])
      expect(object).not.toHaveProperty(name);
  });

  it("has amounts without tax, and refunds and disputes with tax", () => {
    expect(refundCreatedEvent(records, PAID_AT, { shape: "published" }).object).toMatchObject({
      refund_amount: 3_509,
      order: { amount: 2_900 },
      transaction: { amount: 2_900, amount_paid: 3_509, refunded_amount: 3_509, status: "refunded" },
    });
    expect(disputeCreatedEvent(records, PAID_AT, "published").object).toMatchObject({
      amount: 3_509,
      transaction: { status: "chargeback" },
    });
  });
});

describe("signWebhook", () => {
  it("is the lowercase hex HMAC-SHA256 of the raw body", () => {
    const body = '{"ü":1}';
    expect(signWebhook(body, "secret")).toBe(createHmac("sha256", "secret").update(Buffer.from(body)).digest("hex"));
    expect(signWebhook(body, "secret")).toMatch(/^[0-9a-f]{64}$/);
  });
});
