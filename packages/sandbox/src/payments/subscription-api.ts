import { Hono } from "hono";
import { z } from "zod";
import { readJson } from "../bounded";
import { API_BODY_MAX_BYTES, listPage, type ProviderApiOptions, type Refuse, requestMessages } from "./api-format";
import type { Outcome } from "./payment-operations";
import { findProduct, type PaymentRecords, recordsOfSubscription, type Subscription } from "./payment-state";
import { subscriptionObject } from "./wire-objects";

const CancelRequest = z.object({
  mode: z.enum(["immediate", "scheduled"]).default("immediate"),
  onExecute: z.enum(["cancel", "pause"]).optional(),
});

const UpdateBehavior = z
  .enum(["proration-charge-immediately", "proration-charge", "proration-none"])
  .default("proration-charge");
const UpgradeRequest = z.object({ product_id: z.string().min(1), update_behavior: UpdateBehavior });
const UpdateRequest = z.object({
  items: z
    .array(z.object({ id: z.string().optional(), product_id: z.string().optional(), units: z.int().min(1).optional() }))
    .length(1, "items must have one entry: a subscription has one item here")
    .optional(),
  update_behavior: UpdateBehavior,
});

type WithSubscription = PaymentRecords & { subscription: Subscription };

/** `/v1/subscriptions`. */
export function createSubscriptionApi(options: ProviderApiOptions, refuse: Refuse): Hono {
  const { state, operations } = options;
  const api = new Hono();
  const respond = (outcome: Outcome<WithSubscription> | null, refusal = "Subscription not found") =>
    outcome ? Response.json(subscriptionObject(outcome.records)) : refuse(404, refusal);

  api.get("/search", (c) => {
    const records = [...state.subscriptions.keys()].flatMap((id) => recordsOfSubscription(state, id) ?? []).reverse();
    return c.json(listPage(records, c.req.query(), (record) => subscriptionObject(record)));
  });

  const get = (id: string) => {
    const records = recordsOfSubscription(state, id);
    return records ? Response.json(subscriptionObject(records)) : refuse(404, "Subscription not found");
  };
  api.get("/", (c) => get(c.req.query("subscription_id") ?? ""));
  api.get("/:id", (c) => get(c.req.param("id")));

  api.post("/:id/cancel", async (c) => {
    const body = CancelRequest.safeParse((await readJson(c.req.raw, API_BODY_MAX_BYTES)) ?? {});
    if (!body.success) return refuse(400, ...requestMessages(body.error));
    return respond(await operations.cancel(c.req.param("id"), body.data.mode));
  });
  api.post("/:id/pause", async (c) => respond(await operations.changeStatus(c.req.param("id"), "paused")));
  api.post("/:id/resume", async (c) =>
    respond(
      await operations.resume(c.req.param("id")),
      "Subscription is neither paused nor canceled at the end of its period",
    ),
  );

  api.post("/:id/upgrade", async (c) => {
    const body = UpgradeRequest.safeParse(await readJson(c.req.raw, API_BODY_MAX_BYTES));
    if (!body.success) return refuse(400, ...requestMessages(body.error));
    const product = findProduct(state, options.products, body.data.product_id);
    if (!product) return refuse(404, "Product not found");
    const id = c.req.param("id");
    const isImmediate = body.data.update_behavior === "proration-charge-immediately";
    return respond(await (isImmediate ? operations.upgrade(id, product) : operations.update(id, { product })));
  });

  api.post("/:id", async (c) => {
    const body = UpdateRequest.safeParse(await readJson(c.req.raw, API_BODY_MAX_BYTES));
    if (!body.success) return refuse(400, ...requestMessages(body.error));
    const [item] = body.data.items ?? [];
    const product = item?.product_id === undefined ? undefined : findProduct(state, options.products, item.product_id);
    if (item?.product_id !== undefined && !product) return refuse(404, "Product not found");
    return respond(await operations.update(c.req.param("id"), { product, units: item?.units }));
  });
  return api;
}
