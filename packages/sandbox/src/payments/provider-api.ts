import { type Context, Hono } from "hono";
import { z } from "zod";
import { readJson } from "../bounded";
import { type FaultEnv, faultGate } from "../faults";
import { hasTrigger } from "../generation/trigger-words";
import {
  API_BODY_MAX_BYTES,
  CheckoutRequest,
  errorResponse,
  listPage,
  type ProviderApiOptions,
  type Refuse,
  requestMessages,
  searchTransactions,
} from "./api-format";
import { type Checkout, findProduct, isCharge, newId, recordsOfOrder, recordsOfSubscription } from "./payment-state";
import { createProductApi } from "./product-api";
import { createSubscriptionApi } from "./subscription-api";
import {
  completedCheckoutObject,
  customerObject,
  orderObject,
  pendingCheckoutObject,
  subscriptionObject,
  transactionObject,
} from "./wire-objects";

const BillingRequest = z.object({ customer_id: z.string() });
const RefundRequest = z.object({ transaction_id: z.string() });
const ModerationRequest = z.object({ prompt: z.string().min(1), external_id: z.string().optional() });

/** The provider's API under `/v1`, which a merchant's server calls with its key. */
export function createProviderApi(options: ProviderApiOptions): Hono<FaultEnv> {
  const { state, operations, now } = options;
  const refuse: Refuse = (status, ...messages) => errorResponse(status, messages, now());
  const api = new Hono<FaultEnv>();

  api.use(faultGate(options.faults, "payment", (_c, status) => refuse(status, "Simulated failure")));
  api.use(async (c, next) => {
    const apiKey = c.req.header("x-api-key");
    if (!apiKey) return refuse(401, "Missing API key");
    if (apiKey !== options.apiKey) return refuse(403, "Invalid API key");
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

  api.route("/subscriptions", createSubscriptionApi(options, refuse));
  api.route("/products", createProductApi(options, refuse));
  api.route("/customers", createCustomerApi(options, refuse));

  api.get("/transactions/search", (c) => c.json(searchTransactions(state, c.req.query())));
  api.get("/transactions", (c) => {
    const transaction = state.transactions.get(c.req.query("transaction_id") ?? "");
    if (!transaction || !isCharge(transaction)) return refuse(404, "Transaction not found");
    return c.json(transactionObject(transaction));
  });

  api.post("/refunds", async (c) => {
    const body = RefundRequest.safeParse(await readJson(c.req.raw, API_BODY_MAX_BYTES));
    if (!body.success) return refuse(400, ...requestMessages(body.error));
    const transaction = state.transactions.get(body.data.transaction_id);
    if (!transaction || !isCharge(transaction)) return refuse(404, "Transaction not found");
    const outcome = await operations.refund(transaction.orderId);
    return outcome ? c.json({ status: "succeeded" }) : refuse(400, "Transaction is already refunded");
  });

  /** `[deny]` and `[flag]` in a prompt set the decision; anything else is allowed. */
  api.post("/moderation/prompt", async (c) => {
    const body = ModerationRequest.safeParse(await readJson(c.req.raw, API_BODY_MAX_BYTES));
    if (!body.success) return refuse(400, ...requestMessages(body.error));
    const { prompt } = body.data;
    const decision = hasTrigger(prompt, "deny") ? "deny" : hasTrigger(prompt, "flag") ? "flag" : "allow";
    return c.json({ ...body.data, id: newId("mod"), object: "moderation_result", decision, usage: { units: 1 } });
  });

  api.all("*", () => refuse(404, "Cannot find this route"));
  return api;
}

function createCustomerApi({ state, publicUrl }: ProviderApiOptions, refuse: Refuse): Hono {
  const api = new Hono();
  api.get("/", (c) => {
    const { customer_id: id, email } = c.req.query();
    const customer = [...state.customers.values()].find((each) => each.id === id || (!id && each.email === email));
    return customer ? c.json(customerObject(customer)) : refuse(404, "Customer not found");
  });
  api.get("/list", (c) => {
    const newestFirst = [...state.customers.values()].reverse();
    return c.json(listPage(newestFirst, c.req.query(), customerObject));
  });
  api.get("/:id/subscriptions", (c) => {
    const own = [...state.subscriptions.values()].filter(({ customerId }) => customerId === c.req.param("id"));
    const records = own.flatMap(({ id }) => recordsOfSubscription(state, id) ?? []).reverse();
    return c.json(listPage(records, c.req.query(), (record) => subscriptionObject(record)));
  });
  api.get("/:id/orders", (c) => {
    const own = [...state.orders.values()].filter(({ customerId }) => customerId === c.req.param("id")).reverse();
    return c.json(listPage(own, c.req.query(), (order) => orderObject(order)));
  });
  api.post("/billing", async (c) => {
    const body = BillingRequest.safeParse(await readJson(c.req.raw, API_BODY_MAX_BYTES));
    if (!body.success) return refuse(400, ...requestMessages(body.error));
    const customer = state.customers.get(body.data.customer_id);
    if (!customer) return refuse(404, "Customer not found");
    return c.json({ customer_portal_link: `${publicUrl}/portal/${customer.id}` });
  });
  return api;
}

async function openCheckout(c: Context, options: ProviderApiOptions): Promise<Response> {
  const { products, state, now, publicUrl } = options;
  const body = CheckoutRequest.safeParse(await readJson(c.req.raw, API_BODY_MAX_BYTES));
  if (!body.success) return errorResponse(400, requestMessages(body.error), now());
  const request = body.data;
  const product = findProduct(state, products, request.product_id);
  if (!product) return errorResponse(404, ["Product not found"], now());
  if (product.archived) return errorResponse(400, ["Product is archived"], now());

  const checkout: Checkout = {
    id: newId("ch"),
    product,
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
