import { type Context, Hono } from "hono";
import { z } from "zod";
import { readJson } from "../bounded-body";
import { type FaultEnv, faultGate } from "../fault-gate";
import type { Faults } from "../faults";
import { CheckoutRequest, requestMessages } from "./checkout-request";
import { errorAnswer } from "./error-answer";
import type { PaymentDesk } from "./payment-desk";
import {
  type Checkout,
  newId,
  type PaymentState,
  type ProductTerms,
  recordsOfOrder,
  recordsOfSubscription,
} from "./payment-state";
import { searchTransactions } from "./search-transactions";
import { completedCheckoutObject, pendingCheckoutObject, subscriptionObject } from "./wire-objects";

export const API_BODY_MAX_BYTES = 256 * 1024;

export interface ProviderApiOptions {
  apiKey: string;
  publicUrl: string;
  products: ReadonlyMap<string, ProductTerms>;
  state: PaymentState;
  desk: PaymentDesk;
  now: () => Date;
  faults: Faults;
}

const BillingRequest = z.object({ customer_id: z.string() });
const CancelRequest = z.object({ mode: z.enum(["immediate", "scheduled"]).default("immediate") });

/** The provider's API under `/v1`: what a merchant's server calls with its key. */
export function createProviderApi(options: ProviderApiOptions): Hono<FaultEnv> {
  const { state, desk, now } = options;
  const refuse = (status: number, ...messages: string[]) => errorAnswer(status, messages, now());
  const api = new Hono<FaultEnv>();

  api.use(faultGate(options.faults, "payment", (_c, status) => refuse(status, "Simulated failure")));
  api.use(async (c, next) => {
    if (c.req.header("x-api-key") !== options.apiKey) return refuse(403, "Invalid API key");
    return next();
  });

  api.post("/checkouts", (c) => openCheckout(c, options));

  api.get("/checkouts", (c) => {
    const checkout = state.checkouts.get(c.req.query("checkout_id") ?? "");
    if (!checkout) return refuse(404, "Checkout not found");
    const records = recordsOfOrder(state, checkout.orderId);
    if (records) return c.json(completedCheckoutObject(checkout, records));
    return c.json(pendingCheckoutObject(checkout, checkoutUrl(options.publicUrl, checkout)));
  });

  api.get("/subscriptions", (c) => {
    const records = recordsOfSubscription(state, c.req.query("subscription_id") ?? "");
    return records ? c.json(subscriptionObject(records)) : refuse(404, "Subscription not found");
  });

  api.post("/subscriptions/:id/cancel", async (c) => {
    const body = CancelRequest.safeParse((await readJson(c.req.raw, API_BODY_MAX_BYTES)) ?? {});
    if (!body.success) return refuse(400, ...requestMessages(body.error));
    const outcome = await desk.cancel(c.req.param("id"), body.data.mode);
    return outcome ? c.json(subscriptionObject(outcome.records)) : refuse(404, "Subscription not found");
  });

  api.get("/transactions/search", (c) => c.json(searchTransactions(state, c.req.query())));

  api.post("/customers/billing", async (c) => {
    const body = BillingRequest.safeParse(await readJson(c.req.raw, API_BODY_MAX_BYTES));
    if (!body.success) return refuse(400, ...requestMessages(body.error));
    const customer = state.customers.get(body.data.customer_id);
    if (!customer) return refuse(404, "Customer not found");
    return c.json({ customer_portal_link: `${options.publicUrl}/portal/${customer.id}` });
  });

  api.all("*", () => refuse(404, "Cannot find this route"));
  return api;
}

async function openCheckout(c: Context, options: ProviderApiOptions): Promise<Response> {
  const { products, state, now, publicUrl } = options;
  const body = CheckoutRequest.safeParse(await readJson(c.req.raw, API_BODY_MAX_BYTES));
  if (!body.success) return errorAnswer(400, requestMessages(body.error), now());
  const request = body.data;
  const terms = products.get(request.product_id);
  if (!terms) return errorAnswer(404, ["Product not found"], now());

  const checkout: Checkout = {
    id: newId("ch"),
    product: { ...terms, id: request.product_id },
    units: request.units,
    status: "pending",
    requestId: request.request_id ?? null,
    successUrl: request.success_url ?? null,
    customerEmail: request.customer?.email ?? state.customers.get(request.customer?.id ?? "")?.email ?? null,
    metadata: request.metadata,
    orderId: null,
    createdAt: now(),
  };
  state.checkouts.set(checkout.id, checkout);
  return c.json(pendingCheckoutObject(checkout, checkoutUrl(publicUrl, checkout)));
}

function checkoutUrl(publicUrl: string, checkout: Checkout): string {
  return `${publicUrl}/checkout/${checkout.id}`;
}
