import { Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { readBytes } from "../bounded";
import { formatMoney, type Markup, renderPage } from "../page";
import { renderDashboardPage, renderPortalPage } from "./dashboard-page";
import { CHANGEABLE_STATUSES, type PaymentOperations } from "./payment-operations";
import type { Checkout, PaymentState, Product } from "./payment-state";
import { successUrlAfter } from "./signatures";
import { changeEventSettings } from "./simulate-routes";

const FORM_MAX_BYTES = 16 * 1024;

const CheckoutForm = z.object({
  action: z.enum(["pay", "pay_twice", "trial", "decline"]),
  email: z.email().optional().catch(undefined),
});

const StatusForm = z.object({ to: z.enum(CHANGEABLE_STATUSES) });
/** The amount in currency units, such as `9.50`; empty for the remaining amount. */
const RefundForm = z.object({ amount: z.literal("").or(z.coerce.number().positive()).default("") });

/** The provider's pages: hosted checkout, dashboard and customer portal. Forms only, no script. */
export function createPaymentPages(options: {
  state: PaymentState;
  operations: PaymentOperations;
  publicUrl: string;
  apiKey: string;
}): Hono {
  const { state, operations, publicUrl, apiKey } = options;
  const pages = new Hono();

  pages.get("/checkout/:id", (c) => {
    const checkout = state.checkouts.get(c.req.param("id"));
    if (!checkout) return c.html(renderUnknownCheckoutPage(publicUrl), 404);
    if (checkout.status === "completed") return c.html(renderPaidPage(checkout, publicUrl));
    return c.html(renderCheckoutPage(checkout, publicUrl, c.req.query("declined") === "1"));
  });

  pages.post("/checkout/:id", async (c) => {
    const checkoutPage = `${publicUrl}/checkout/${c.req.param("id")}`;
    const form = CheckoutForm.safeParse(await readForm(c.req.raw));
    if (!form.success) return c.redirect(checkoutPage, 303);
    const { action, email } = form.data;
    if (action === "decline") return c.redirect(`${checkoutPage}?declined=1`, 303);
    const outcome = await operations.pay(c.req.param("id"), {
      email,
      notifyTimes: action === "pay_twice" ? 2 : 1,
      trialDays: action === "trial" ? PAGE_TRIAL_DAYS : 0,
    });
    const checkout = outcome?.records.checkout;
    const successUrl = outcome && checkout ? successUrlAfter(checkout, outcome.records, apiKey) : null;
    return c.redirect(successUrl ?? checkoutPage, 302);
  });

  pages.get("/", (c) => c.redirect(`${publicUrl}/dashboard`));
  pages.get("/dashboard", (c) => c.html(renderDashboardPage(state, publicUrl)));
  pages.get("/portal/:customerId", (c) => c.html(renderPortalPage(state, c.req.param("customerId"), publicUrl)));

  const back = (referer: string | undefined) =>
    referer?.startsWith(`${publicUrl}/`) ? referer : `${publicUrl}/dashboard`;
  pages.post("/subscriptions/:id/renew", async (c) => {
    await operations.renew(c.req.param("id"));
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/subscriptions/:id/cancel", async (c) => {
    await operations.cancel(c.req.param("id"), "immediate");
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/subscriptions/:id/status", async (c) => {
    const form = StatusForm.safeParse(await readForm(c.req.raw));
    if (!form.success) return c.text("There is no such status", 400);
    await operations.changeStatus(c.req.param("id"), form.data.to);
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/orders/:id/refund", async (c) => {
    const form = RefundForm.safeParse(await readForm(c.req.raw));
    if (!form.success) return c.text("The amount is not a number above 0", 400);
    const { amount } = form.data;
    const outcome = await operations.refund(c.req.param("id"), amount === "" ? undefined : Math.round(amount * 100));
    if (!outcome) return c.text("Not so much is left to refund", 400);
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/orders/:id/dispute", async (c) => {
    await operations.dispute(c.req.param("id"));
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/events", async (c) => {
    if (!changeEventSettings(state, await readForm(c.req.raw))) return c.text("There is no such setting", 400);
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/deliveries/:id/resend", async (c) => {
    await operations.resend(c.req.param("id"));
    return c.redirect(back(c.req.header("referer")), 303);
  });
  return pages;
}

async function readForm(request: Request): Promise<Record<string, string>> {
  const bytes = await readBytes(request, FORM_MAX_BYTES);
  return Object.fromEntries(new URLSearchParams(bytes?.toString("utf8") ?? ""));
}

/** Length of the trial that the checkout page offers. */
const PAGE_TRIAL_DAYS = 7;

const PERIOD_TEXT = { "every-month": "per month", "every-year": "per year" } as const;

/** The hosted page where a buyer pays. `declined` shows that the last attempt was refused. */
function renderCheckoutPage(checkout: Checkout, publicUrl: string, declined: boolean): Markup {
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

/** The page of a paid checkout. */
function renderPaidPage(checkout: Checkout, publicUrl: string): Markup {
  return paymentPage(
    "Payment complete",
    publicUrl,
    html`<div class="card narrow"><p>${checkout.product.name} has been paid. You can close this page.</p>${returnLink(checkout)}</div>`,
  );
}

function renderUnknownCheckoutPage(publicUrl: string): Markup {
  return paymentPage("Checkout not found", publicUrl, html`<p>This checkout does not exist.</p>`);
}

function paymentPage(title: string, publicUrl: string, body: Markup): Markup {
  return renderPage({ title, service: "Payment provider", home: `${publicUrl}/dashboard`, body });
}

function periodText(product: Product): string {
  return product.kind === "subscription" ? PERIOD_TEXT[product.period ?? "every-month"] : "once";
}

function returnLink(checkout: Checkout): Markup | string {
  if (checkout.successUrl === null) return "";
  const { origin, pathname } = new URL(checkout.successUrl);
  return html`<p><a href="${origin}${pathname}">Back to the shop</a></p>`;
}
