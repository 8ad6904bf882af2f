import { html } from "hono/html";
import { formatMoney, type Markup, renderPage } from "../pages/page";
import type { Checkout, Product } from "./payment-state";

/** The trial that the checkout page offers. */
export const PAGE_TRIAL_DAYS = 7;

const PERIOD_TEXT = { "every-month": "per month", "every-year": "per year" } as const;

/** The hosted page on which a buyer pays. `declined` tells that the last try was refused. */
export function renderCheckoutPage(checkout: Checkout, publicUrl: string, declined: boolean): Markup {
  const { product } = checkout;
  return paymentPage(
    "Complete your purchase",
    publicUrl,
    html`<div class="card narrow">
<div class="quiet">${product.name}</div>
<p class="price">${formatMoney(product.priceCents * checkout.units, product.currency)} <small class="quiet">${periodText(product)}</small></p>
${declined ? html`<p class="bad" role="alert">The card was declined. Nothing was charged; you can try again.</p>` : ""}
<form method="post" action="${publicUrl}/checkout/${checkout.id}" class="stack">
<label>E-mail<input type="email" name="email" value="${checkout.customerEmail ?? ""}" autocomplete="email" required></label>
<button class="primary" name="action" value="pay">Pay</button>
<button name="action" value="pay_twice">Pay, notify twice</button>
${product.kind === "subscription" ? html`<button name="action" value="trial">Start a free trial of ${PAGE_TRIAL_DAYS} days</button>` : ""}
<button name="action" value="decline" formnovalidate>Decline</button>
</form>
<p class="quiet">A stand-in for the payment provider: no card is asked for and no money moves.</p>
${returnLink(checkout)}
</div>`,
  );
}

/** What a paid checkout shows when its page is opened again. */
export function renderPaidPage(checkout: Checkout, publicUrl: string): Markup {
  return paymentPage(
    "Payment complete",
    publicUrl,
    html`<div class="card narrow"><p>${checkout.product.name} has been paid. You can close this page.</p>${returnLink(checkout)}</div>`,
  );
}

export function renderUnknownCheckoutPage(publicUrl: string): Markup {
  return paymentPage("Checkout not found", publicUrl, html`<p>This checkout does not exist.</p>`);
}

function paymentPage(title: string, publicUrl: string, body: Markup): Markup {
  return renderPage({ title, party: "Payment provider", home: `${publicUrl}/dashboard`, body });
}

function periodText(product: Product): string {
  return product.kind === "subscription" ? PERIOD_TEXT[product.period ?? "every-month"] : "once";
}

function returnLink(checkout: Checkout): Markup | string {
  if (checkout.successUrl === null) return "";
  const { origin, pathname } = new URL(checkout.successUrl);
  return html`<p><a href="${origin}${pathname}">Back to the shop</a></p>`;
}
