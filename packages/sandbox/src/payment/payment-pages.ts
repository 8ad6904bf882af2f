import { Hono } from "hono";
import { z } from "zod";
import { readBytes } from "../bounded-body";
import { PAGE_TRIAL_DAYS, renderCheckoutPage, renderPaidPage, renderUnknownCheckoutPage } from "./checkout-page";
import { renderDashboardPage, renderPortalPage } from "./dashboard-page";
import { CHANGEABLE_STATUSES, type PaymentOperations } from "./payment-desk";
import type { PaymentState } from "./payment-state";
import { changeEventSettings } from "./simulate-routes";
import { successUrlAfter } from "./success-url";

const FORM_MAX_BYTES = 16 * 1024;

const CheckoutForm = z.object({
  action: z.enum(["pay", "pay_twice", "trial", "decline"]),
  email: z.email().optional().catch(undefined),
});

const StatusForm = z.object({ to: z.enum(CHANGEABLE_STATUSES) });
/** In whole units of the currency, as people write it; empty for all that is left. */
const RefundForm = z.object({ amount: z.literal("").or(z.coerce.number().positive()).default("") });

/** The pages people see: the hosted checkout, the provider's dashboard, the customer's portal. Forms only, no script. */
export function createPaymentPages(options: {
  state: PaymentState;
  desk: PaymentOperations;
  publicUrl: string;
  apiKey: string;
}): Hono {
  const { state, desk, publicUrl, apiKey } = options;
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
    const outcome = await desk.pay(c.req.param("id"), {
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
    await desk.renew(c.req.param("id"));
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/subscriptions/:id/cancel", async (c) => {
    await desk.cancel(c.req.param("id"), "immediate");
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/subscriptions/:id/status", async (c) => {
    const form = StatusForm.safeParse(await readForm(c.req.raw));
    if (!form.success) return c.text("There is no such status", 400);
    await desk.changeStatus(c.req.param("id"), form.data.to);
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/orders/:id/refund", async (c) => {
    const form = RefundForm.safeParse(await readForm(c.req.raw));
    if (!form.success) return c.text("The amount is not a number above 0", 400);
    const { amount } = form.data;
    const outcome = await desk.refund(c.req.param("id"), amount === "" ? undefined : Math.round(amount * 100));
    if (!outcome) return c.text("Not so much is left to refund", 400);
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/orders/:id/dispute", async (c) => {
    await desk.dispute(c.req.param("id"));
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/events", async (c) => {
    if (!changeEventSettings(state, await readForm(c.req.raw))) return c.text("There is no such setting", 400);
    return c.redirect(back(c.req.header("referer")), 303);
  });
  pages.post("/deliveries/:id/resend", async (c) => {
    await desk.resend(c.req.param("id"));
    return c.redirect(back(c.req.header("referer")), 303);
  });
  return pages;
}

async function readForm(request: Request): Promise<Record<string, string>> {
  const bytes = await readBytes(request, FORM_MAX_BYTES);
  return Object.fromEntries(new URLSearchParams(bytes?.toString("utf8") ?? ""));
}
