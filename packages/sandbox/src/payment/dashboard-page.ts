import { html } from "hono/html";
import { formatDollars, formatTime, type Markup, renderPage, renderTable } from "../pages/page";
import type { Checkout, Order, PaymentState, Subscription } from "./payment-state";
import type { WebhookDelivery } from "./webhook-sender";

const ROWS_SHOWN_MAX = 50;

/** The provider's own view: what was bought, and what the service answered to each webhook. */
export function renderDashboardPage(state: PaymentState, publicUrl: string): Markup {
  return renderPage({
    title: "Dashboard",
    party: "Payment provider",
    home: `${publicUrl}/dashboard`,
    body: html`
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
  ["Event", "State", "Answers", "Last attempt", ""],
  newestFirst(state.deliveries).map((delivery) => deliveryRow(delivery, publicUrl)),
  "No webhooks sent yet.",
)}`,
  });
}

/** A customer's own page: the subscriptions, each with a way to cancel it. */
export function renderPortalPage(state: PaymentState, customerId: string, publicUrl: string): Markup {
  const own = newestFirst(state.subscriptions).filter((subscription) => subscription.customerId === customerId);
  return renderPage({
    title: "Your subscriptions",
    party: "Payment provider",
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
  const buttons =
    subscription.status === "canceled"
      ? ""
      : html`${button(`${path}/renew`, "Renew")} ${button(`${path}/cancel`, "Cancel")}`;
  return html`<tr><td><code>${subscription.id}</code></td><td>${subscription.product.name}</td><td>${subscription.status}</td>
<td>${formatTime(subscription.periodEnd)}</td><td>${buttons}</td></tr>`;
}

function orderRow(order: Order, state: PaymentState, publicUrl: string): Markup {
  const status = state.transactions.get(order.transactionId)?.status ?? "paid";
  return html`<tr><td><code>${order.id}</code></td><td>${order.product.name}</td><td>${formatDollars(order.amountCents)}</td><td>${status}</td>
<td>${formatTime(order.createdAt)}</td><td>${status === "paid" ? button(`${publicUrl}/orders/${order.id}/refund`, "Refund") : ""}</td></tr>`;
}

function checkoutRow(checkout: Checkout, publicUrl: string): Markup {
  return html`<tr><td><a href="${publicUrl}/checkout/${checkout.id}"><code>${checkout.id}</code></a></td><td>${checkout.product.name}</td>
<td>${checkout.status}</td><td>${formatTime(checkout.createdAt)}</td></tr>`;
}

function deliveryRow(delivery: WebhookDelivery, publicUrl: string): Markup {
  const answers = delivery.attempts.map((attempt) => attempt.status ?? attempt.error ?? "no answer").join(", ");
  const last = delivery.attempts.at(-1);
  return html`<tr><td>${delivery.eventType}</td><td class="${delivery.state === "delivered" ? "good" : "bad"}">${delivery.state}</td>
<td>${answers}</td><td>${last ? formatTime(last.at) : ""}</td><td>${button(`${publicUrl}/deliveries/${delivery.id}/resend`, "Resend")}</td></tr>`;
}

function button(action: string, text: string): Markup {
  return html`<form method="post" action="${action}"><button>${text}</button></form>`;
}

function newestFirst<T>(records: ReadonlyMap<string, T>): T[] {
  return [...records.values()].slice(-ROWS_SHOWN_MAX).reverse();
}
