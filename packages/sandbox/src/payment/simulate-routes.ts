import { Hono } from "hono";
import type { Outcome, PaymentDesk } from "./payment-desk";
import type { WebhookDelivery } from "./webhook-sender";

const NOTIFY_TIMES_MAX = 20;

/** The provider's buttons as JSON, for tests and scripts. Each answers after the first attempt of every webhook. */
export function createSimulateRoutes(desk: PaymentDesk): Hono {
  const routes = new Hono();

  /** `?notify=2` sends each event twice at once, `?notify=0` not at all; `?email=` names the buyer. */
  routes.post("/pay/:checkoutId", async (c) => {
    const requested = Number.parseInt(c.req.query("notify") ?? "1", 10);
    const notifyTimes = Number.isNaN(requested) ? 1 : Math.min(Math.max(requested, 0), NOTIFY_TIMES_MAX);
    const outcome = await desk.pay(c.req.param("checkoutId"), { email: c.req.query("email"), notifyTimes });
    return outcomeAnswer(outcome, "No pending checkout of this id");
  });
  routes.post("/renew/:subscriptionId", async (c) =>
    outcomeAnswer(await desk.renew(c.req.param("subscriptionId")), "No subscription of this id that could be renewed"),
  );
  /** `?mode=scheduled` cancels at the period's end. */
  routes.post("/cancel/:subscriptionId", async (c) => {
    const mode = c.req.query("mode") === "scheduled" ? "scheduled" : "immediate";
    return outcomeAnswer(await desk.cancel(c.req.param("subscriptionId"), mode), "No subscription of this id");
  });
  routes.post("/refund/:orderId", async (c) =>
    outcomeAnswer(await desk.refund(c.req.param("orderId")), "No paid order of this id"),
  );
  routes.post("/resend/:deliveryId", async (c) => {
    const delivery = await desk.resend(c.req.param("deliveryId"));
    return delivery ? c.json(deliveryJson(delivery)) : c.json({ error: "No delivery of this id" }, 404);
  });
  return routes;
}

function outcomeAnswer(outcome: Outcome | null, notFound: string): Response {
  if (!outcome) return Response.json({ error: notFound }, { status: 404 });
  const { checkout, order, transaction, subscription, customer } = outcome.records;
  return Response.json({
    checkoutId: checkout?.id ?? null,
    orderId: order.id,
    transactionId: transaction.id,
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
