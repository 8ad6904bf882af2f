import { html } from "hono/html";
import { formatMoney, formatTime, type Markup, renderPage, renderTable } from "../page";
import { CHANGEABLE_STATUSES, isRefundable } from "./payment-operations";
import {
  type Checkout,
  EVENT_ORDERS,
  EVENT_SHAPES,
  type EventSettings,
  type Order,
  type PaymentState,
  type Subscription,
  type Transaction,
  type WebhookDelivery,
} from "./payment-state";

const ROWS_SHOWN_MAX = 50;

/** The provider's dashboard: purchases, and the service's response to each webhook. */
export function renderDashboardPage(state: PaymentState, publicUrl: string): Markup {
  return renderPage({
    title: "Dashboard",
    service: "Payment provider",
    home: `${publicUrl}/dashboard`,
    body: html`
<h2>How events are sent</h2>
${eventSettingsForm(state.events, publicUrl)}
<h2>Subscriptions</h2>
${subscriptionTable(newestFirst(state.subscriptions), publicUrl)}
<h2>Orders</h2>
${renderTable(
  ["Order", "Product", "Amount", "Status", "Paid", ""],
  newestFirst(state.orders).map((order) => orderRow(order, state, publicUrl)),
  "No orders yet.",
)}
<h2>Checkouts</h2>
${renderTable(
  ["Checkout", "Product", "Status", "Opened"],
  newestFirst(state.checkouts).map((checkout) => checkoutRow(checkout, publicUrl)),
  "No checkouts yet.",
)}
<h2>Webhooks</h2>
${renderTable(
  ["Event", "State", "Responses", "Last attempt", ""],
  newestFirst(state.deliveries).map((delivery) => deliveryRow(delivery, publicUrl)),
  "No webhooks sent yet.",
)}`,
  });
}

/** The customer portal: the customer's subscriptions, with buttons to cancel them. */
export function renderPortalPage(state: PaymentState, customerId: string, publicUrl: string): Markup {
  const own = newestFirst(state.subscriptions).filter((subscription) => subscription.customerId === customerId);
  return renderPage({
    title: "Your subscriptions",
    service: "Payment provider",
    home: `${publicUrl}/portal/${customerId}`,
    body: subscriptionTable(own, publicUrl),
  });
}

function subscriptionTable(subscriptions: readonly Subscription[], publicUrl: string): Markup {
  const rows = subscriptions.map((subscription) => subscriptionRow(subscription, publicUrl));
  return renderTable(["Subscription", "Product", "Status", "Paid until", ""], rows, "No subscriptions yet.");
}

function subscriptionRow(subscription: Subscription, publicUrl: string): Markup {
  const path = `${publicUrl}/subscriptions/${subscription.id}`;
  const renewText = subscription.status === "trialing" ? "Charge first payment" : "Renew";
  const buttons =
    subscription.status === "canceled"
      ? ""
      : html`${button(`${path}/renew`, renewText)} ${button(`${path}/cancel`, "Cancel")}
<form method="post" action="${path}/status"><select name="to" aria-label="Status">${CHANGEABLE_STATUSES.map((status) => html`<option>${status}</option>`)}</select>
<button>Set status</button></form>`;
  return html`<tr><td><code>${subscription.id}</code></td><td>${subscription.product.name}</td><td>${subscription.status}</td>
<td>${formatTime(subscription.periodEnd)}</td><td>${buttons}</td></tr>`;
}

function orderRow(order: Order, state: PaymentState, publicUrl: string): Markup {
  const transaction = state.transactions.get(order.transactionId);
  const buttons =
    transaction && isRefundable(transaction) ? orderButtons(transaction, `${publicUrl}/orders/${order.id}`) : "";
  return html`<tr><td><code>${order.id}</code></td><td>${order.product.name}</td><td>${formatMoney(order.amountCents, order.product.currency)}</td>
<td>${transaction ? paymentText(transaction) : ""}</td><td>${formatTime(order.createdAt)}</td><td>${buttons}</td></tr>`;
}

function orderButtons(transaction: Transaction, path: string): Markup {
  const left = (transaction.amountCents - transaction.refundedCents) / 100;
  return html`<form method="post" action="${path}/refund"><input name="amount" type="number" min="0.01" max="${left}" step="0.01" placeholder="all" aria-label="Amount to refund">
<button>Refund</button></form> ${button(`${path}/dispute`, "Dispute")}`;
}

const PAYMENT_TEXT: Readonly<Record<Transaction["status"], string>> = {
  paid: "paid",
  partialRefund: "partly refunded",
  refunded: "refunded",
  chargedBack: "disputed",
};

function paymentText({ amountCents, status, refundedCents, currency }: Transaction): string {
  if (amountCents === 0) return "free trial";
  return status === "partialRefund"
    ? `${PAYMENT_TEXT[status]} (${formatMoney(refundedCents, currency)})`
    : PAYMENT_TEXT[status];
}

function checkoutRow(checkout: Checkout, publicUrl: string): Markup {
  return html`<tr><td><a href="${publicUrl}/checkout/${checkout.id}"><code>${checkout.id}</code></a></td><td>${checkout.product.name}</td>
<td>${checkout.status}</td><td>${formatTime(checkout.createdAt)}</td></tr>`;
}

function deliveryRow(delivery: WebhookDelivery, publicUrl: string): Markup {
  const results = delivery.attempts.map((attempt) => attempt.status ?? attempt.error ?? "no response").join(", ");
  const last = delivery.attempts.at(-1);
  return html`<tr><td>${delivery.eventType}</td><td class="${delivery.state === "delivered" ? "good" : "bad"}">${delivery.state}</td>
<td>${results}</td><td>${last ? formatTime(last.at) : ""}</td><td>${button(`${publicUrl}/deliveries/${delivery.id}/resend`, "Resend")}</td></tr>`;
}

const SHAPE_TEXT: Readonly<Record<EventSettings["shape"], string>> = {
  current: "current (captured in 2026)",
  published: "published (older, from the documentation)",
};
const ORDER_TEXT: Readonly<Record<EventSettings["order"], string>> = {
  checkout_first: "checkout.completed first",
  paid_first: "subscription.paid first",
  together: "all at the same moment",
};

function eventSettingsForm(events: EventSettings, publicUrl: string): Markup {
  return html`<form method="post" action="${publicUrl}/events" class="card row">
<label>Shape<select name="shape">${EVENT_SHAPES.map((shape) => option(shape, SHAPE_TEXT[shape], events.shape))}</select></label>
<label>Order of a first payment<select name="order">${EVENT_ORDERS.map((order) => option(order, ORDER_TEXT[order], events.order))}</select></label>
<button class="primary">Set</button>
</form>`;
}

function option(value: string, text: string, selected: string): Markup {
  return html`<option value="${value}" ${value === selected ? "selected" : ""}>${text}</option>`;
}

function button(action: string, text: string): Markup {
  return html`<form method="post" action="${action}"><button>${text}</button></form>`;
}

function newestFirst<T>(records: ReadonlyMap<string, T>): T[] {
  return [...records.values()].slice(-ROWS_SHOWN_MAX).reverse();
}
