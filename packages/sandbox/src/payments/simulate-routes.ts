import { Hono } from "hono";
import { z } from "zod";
import { readJson } from "../bounded";
import { CHANGEABLE_STATUSES, type Outcome, type PaymentOperations } from "./payment-operations";
import { EVENT_ORDERS, EVENT_SHAPES, type PaymentState, type WebhookDelivery } from "./payment-state";

const NOTIFY_TIMES_MAX = 20;
const TRIAL_DAYS_MAX = 730;
const SETTINGS_MAX_BYTES = 16 * 1024;

const EventSettingsChange = z.strictObject({
  shape: z.enum(EVENT_SHAPES).optional(),
  order: z.enum(EVENT_ORDERS).optional(),
});

/** Changes the event settings; absent ones stay. False if a setting is invalid. */
export function changeEventSettings(state: PaymentState, change: unknown): boolean {
  const parsed = EventSettingsChange.safeParse(change);
  if (!parsed.success) return false;
  const { shape = state.events.shape, order = state.events.order } = parsed.data;
  state.events = { shape, order };
  return true;
}

/** The dashboard's operations as JSON, for tests and scripts. They respond after the first attempt of every webhook. */
export function createSimulateRoutes(operations: PaymentOperations, state: PaymentState): Hono {
  const routes = new Hono();

  /** The format of events, and the order of the events of a first payment. */
  routes.get("/events", (c) => c.json(state.events));
  routes.post("/events", async (c) => {
    if (changeEventSettings(state, await readJson(c.req.raw, SETTINGS_MAX_BYTES))) return c.json(state.events);
    const choices = `shape is one of ${EVENT_SHAPES.join(", ")}; order is one of ${EVENT_ORDERS.join(", ")}`;
    return c.json({ error: choices }, 400);
  });
  /**
   * `?notify=2` sends each event twice at once, `?notify=0` sends none; `?email=` is the buyer's address; `?trial=7` starts a plan
   * with a free week.
   */
  routes.post("/pay/:checkoutId", async (c) => {
    const outcome = await operations.pay(c.req.param("checkoutId"), {
      email: c.req.query("email"),
      notifyTimes: clamped(c.req.query("notify"), 1, NOTIFY_TIMES_MAX),
      trialDays: clamped(c.req.query("trial"), 0, TRIAL_DAYS_MAX),
    });
    return outcomeResponse(outcome, "No pending checkout of this id");
  });
  routes.post("/renew/:subscriptionId", async (c) =>
    outcomeResponse(
      await operations.renew(c.req.param("subscriptionId")),
      "No subscription of this id that could be renewed",
    ),
  );
  /** `?mode=scheduled` cancels at the period's end. */
  routes.post("/cancel/:subscriptionId", async (c) => {
    const mode = c.req.query("mode") === "scheduled" ? "scheduled" : "immediate";
    return outcomeResponse(await operations.cancel(c.req.param("subscriptionId"), mode), "No subscription of this id");
  });
  /** `?to=past_due`, `unpaid`, `expired`, `paused` or `active`. */
  routes.post("/status/:subscriptionId", async (c) => {
    const to = z.enum(CHANGEABLE_STATUSES).safeParse(c.req.query("to"));
    if (!to.success) return c.json({ error: `to must be one of ${CHANGEABLE_STATUSES.join(", ")}` }, 400);
    const outcome = await operations.changeStatus(c.req.param("subscriptionId"), to.data);
    return outcomeResponse(outcome, "No subscription of this id that could be changed");
  });
  /** `?amount=` is in cents, without tax; if absent, the remaining amount is refunded. */
  routes.post("/refund/:orderId", async (c) => {
    const amount = c.req.query("amount");
    const outcome = await operations.refund(c.req.param("orderId"), amount === undefined ? undefined : Number(amount));
    return outcomeResponse(outcome, "No paid order of this id with so much left to refund");
  });
  routes.post("/dispute/:orderId", async (c) =>
    outcomeResponse(await operations.dispute(c.req.param("orderId")), "No paid order of this id"),
  );
  routes.post("/resend/:deliveryId", async (c) => {
    const delivery = await operations.resend(c.req.param("deliveryId"));
    return delivery ? c.json(deliveryJson(delivery)) : c.json({ error: "No delivery of this id" }, 404);
  });
  return routes;
}

function clamped(text: string | undefined, fallback: number, max: number): number {
  const value = Number.parseInt(text ?? "", 10);
  return Number.isNaN(value) ? fallback : Math.min(Math.max(value, 0), max);
}

function outcomeResponse(outcome: Outcome | null, notFound: string): Response {
  if (!outcome) return Response.json({ error: notFound }, { status: 404 });
  const { checkout, order, transaction, subscription, customer } = outcome.records;
  return Response.json({
    checkoutId: checkout?.id ?? null,
    orderId: order.id,
    transactionId: transaction.id,
    transactionStatus: transaction.status,
    customerId: customer.id,
    subscriptionId: subscription?.id ?? null,
    subscriptionStatus: subscription?.status ?? null,
    periodEnd: subscription?.periodEnd.toISOString() ?? null,
    deliveries: outcome.deliveries.map(deliveryJson),
  });
}

export function deliveryJson(delivery: WebhookDelivery) {
  const { id, eventType, state, attempts } = delivery;
  return { id, eventType, state, statuses: attempts.map((attempt) => attempt.status) };
}
