import { createDb } from "@app/db/client/db";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./expect-accessible";
import {
  becomeAdmin,
  buy,
  createUser,
  followMailLink,
  openSignedIn,
  PASSWORD,
  postSuccessfully,
  userIdOf,
  waitUntilInteractive,
} from "./test-user";

const CHECKOUT = /\/payment\/checkout\//;
const newEmail = () => `buyer-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@example.com`;

/** Fails the calls that open a checkout, as a provider that cannot be reached does. */
async function failCheckouts(page: Page): Promise<void> {
  await page.route(/billing\.checkout/, (route) =>
    route.fulfill({
      status: 502,
      contentType: "application/json",
      body: JSON.stringify({
        error: { json: { message: "Failed to create checkout", code: -32603, data: { httpStatus: 502 } } },
      }),
    }),
  );
}

test("a choice made before signing up leads to its checkout, and going back does not open it again", async ({
  page,
}) => {
  await page.goto("/pricing?cycle=yearly");
  await page.getByRole("link", { name: "Get Pro yearly" }).click();
  await expect(page).toHaveTitle("Sign up · Genmint");
  await expect(page.getByText("Next: checkout for Pro yearly, $990 a year.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Email", { exact: true }).fill(newEmail());
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(CHECKOUT);
  await expect(page.getByText("$990").first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/billing\?cycle=yearly(#plans)?$/);
  await expect(page.getByRole("button", { name: "Get Pro yearly" })).toBeEnabled();
});

test("it survives the way to the sign-in page and a mailed link, in Chinese too", async ({ page }) => {
  const address = newEmail();
  await page.goto("/zh/pricing", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "专业版（月付）" }).click();
  // The address changes before the page does, and each of these pages has a link or a field that the next one has, too.
  await expect(page).toHaveTitle("注册 · Genmint");
  await page.getByRole("main").getByRole("link", { name: "登录" }).click();
  await expect(page).toHaveTitle("登录 · Genmint");
  await expect(page.getByText("下一步：购买 专业版（月付）")).toBeVisible();
  await page.getByLabel("邮箱").fill(address);
  await page.getByRole("button", { name: "发送登录链接到邮箱" }).click();
  await followMailLink(page, address, "登录 Genmint");
  await expect(page).toHaveURL(CHECKOUT);
  await expect(page.getByText("$99").first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/zh\/billing\?cycle=monthly(#plans)?$/);
});

test("a signed-in user buys on the pricing page; a failure is shown next to the button", async ({ page }) => {
  await createUser(page.context());
  await openSignedIn(page, "/pricing");
  await failCheckouts(page);
  const card = page.getByRole("main").locator(".mantine-Card-root").filter({ hasText: "Get the pack" });
  await card.getByRole("button", { name: "Get the pack" }).click();
  await expect(card.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
  await page.unroute(/billing\.checkout/);
  await card.getByRole("button", { name: "Get the pack" }).click();
  await expect(page).toHaveURL(CHECKOUT);
});

test("a failure on the billing page is shown at the offer that was chosen", async ({ page }) => {
  await createUser(page.context());
  await openSignedIn(page, "/billing");
  await failCheckouts(page);
  const chosen = page
    .getByRole("main")
    .locator(".mantine-Card-root")
    .filter({ has: page.getByRole("button", { name: "Get Pro monthly" }) });
  await chosen.getByRole("button", { name: "Get Pro monthly" }).click();
  await expect(chosen.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
});

test("a subscriber who chooses another plan is told what changes before the checkout", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context(), "starter_monthly");
  await openSignedIn(page, "/pricing");
  await page.getByRole("button", { name: "Get Pro monthly" }).click();
  await expect(page.getByRole("dialog", { name: "Switch to Pro monthly" })).toBeVisible();
  await expect(page).toHaveURL(/\/billing\?cycle=monthly(#plans)?$/);
});

/** Changes the balance to this one, as an administrator. */
async function setBalance(page: Page, balance: number): Promise<void> {
  const customer = page.context();
  const { credits } = await (await customer.request.get("/api/me")).json();
  const admin = await customer.browser()?.newContext();
  if (!admin) throw new Error("there is no browser");
  await becomeAdmin(admin);
  const path = `/api/admin/users/${await userIdOf(customer)}/credits`;
  await postSuccessfully(admin, path, { amount: balance - credits });
  await admin.close();
}

const offers = (page: Page) => page.getByRole("dialog", { name: "Not enough credits" });
const openOffers = (page: Page) => page.getByRole("note").getByRole("button", { name: "Get credits" }).click();

test("no second plan is sold where credits run out, to a buyer who has got one in another browser meanwhile", async ({
  page,
}) => {
  await createUser(page.context());
  await openSignedIn(page, "/chat");
  await openOffers(page);
  const starter = offers(page).getByRole("button", { name: "Get Starter monthly" });
  await expect(starter).toBeEnabled();
  await buy(page.context(), "pro_monthly");
  await starter.click();
  await expect(offers(page).getByRole("alert")).toContainText("This has changed in the meantime.");
  await expect(page).toHaveURL(/\/chat$/);
});

test("a canceled plan is not sold again where credits run out, while it can be resumed", async ({ page }) => {
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  await createUser(page.context());
  await buy(page.context(), "starter_monthly");
  await setBalance(page, 0);
  const where = { userId: await userIdOf(page.context()) };
  await db.subscription.updateMany({ where, data: { status: "scheduled_cancel" } });
  await db.$disconnect();
  await openSignedIn(page, "/chat");
  await openOffers(page);
  await offers(page).getByRole("link", { name: "Compare plans" }).click();
  await expect(page).toHaveTitle("Billing · Genmint");
  await expect(page.getByRole("button", { name: "Resume Starter monthly" })).toHaveCount(2);
});

test("who owes credits is told that new ones cover the debt first, and only what is left buys something", async ({
  page,
}) => {
  await createUser(page.context());
  await setBalance(page, -300);
  await openSignedIn(page, "/chat");
  await openOffers(page);
  await expect(offers(page)).toContainText("You owe 300 credits. New credits cover it first.");
  await expect(offers(page).getByRole("button", { name: "Get Starter monthly" })).toBeVisible();
  // 700 of the 1,000 credits of the plan, and none of the 200 of the pack.
  await expect(offers(page).getByText(/ chat messages, /)).toHaveText(["70 chat messages, 35 images or 14 videos"]);
});

test("a subscriber of the biggest plan is not told that a bigger one replaces it", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context(), "starter_yearly");
  await setBalance(page, 0);
  await openSignedIn(page, "/chat");
  await openOffers(page);
  await expect(offers(page)).toContainText("You’re on Starter yearly. A bigger plan replaces it");
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const where = { userId: await userIdOf(page.context()) };
  await db.subscription.updateMany({ where, data: { planKey: "pro_monthly" } });
  await db.$disconnect();
  await openSignedIn(page, "/chat");
  const isKnown = page.waitForResponse(/billing\.overview/);
  await openOffers(page);
  await isKnown;
  await expect(offers(page).getByRole("button", { name: "Get 200 credits" })).toBeEnabled();
  await expect(offers(page).locator(".mantine-Card-root")).toHaveCount(1);
  await expect(offers(page)).not.toContainText("bigger plan");
});

test("a trial is called a trial: nothing was paid, and when its credits come", async ({ page }) => {
  await createUser(page.context());
  await openSignedIn(page, "/billing");
  await page.getByRole("button", { name: "Get Pro monthly" }).click();
  await page.getByRole("button", { name: /free trial/ }).click();
  await expect(
    page.getByRole("status").filter({ hasText: "Your trial has started. Nothing was charged." }),
  ).toBeVisible();
});

test("a payment that could not be confirmed in time is asked about again when its buyer looks again", async ({
  page,
}) => {
  await createUser(page.context());
  await openSignedIn(page, "/billing");
  await page.getByRole("button", { name: "Buy pack" }).click();
  await expect(page).toHaveURL(CHECKOUT);
  const checkoutId = new URL(page.url()).pathname.split("/").at(-1);
  // Its webhook is lost, and at first the provider cannot be asked.
  const path = `${process.env["SANDBOX_URL"]}/payment/simulate/pay/${checkoutId}?notify=0`;
  const { orderId } = await postSuccessfully(page.context(), path);
  await page.route(/billing\.confirmCheckout/, (route) => route.abort());
  await page.clock.install();
  await page.goto(`/billing?success=1&checkout_id=${checkoutId}&order_id=${orderId}`);
  await expect(async () => {
    await page.clock.fastForward(2_000);
    await expect(page.getByText("Your payment hasn’t been confirmed yet.")).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [100] });
  await page.unroute(/billing\.confirmCheckout/);
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "200 credits added" })).toBeVisible();
  await page.reload();
  await waitUntilInteractive(page);
  await expect(page.getByText(/credits added|Confirming/)).toHaveCount(0);
});

test("the list of payments has what was paid in all, as the receipt does", async ({ page }) => {
  await createUser(page.context());
  const userId = await userIdOf(page.context());
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const id = crypto.randomUUID();
  const terms = { type: "subscription", planKey: "starter_monthly", status: "succeeded", currency: "usd" };
  const amounts = { amountCents: 2_900, paidCents: 3_480, taxCents: 580, refundedCents: 3_000, creditsGranted: 0 };
  const payment = await db.payment.create({
    data: { ...terms, ...amounts, id, provider: "creem", providerPaymentId: id, userId },
  });
  await openSignedIn(page, "/billing?tab=payments");
  const row = page.getByRole("row").filter({ hasText: "Starter" });
  const text = await row.textContent();
  await openSignedIn(page, `/billing/receipts/${id}`);
  await expect(page.getByRole("row", { name: /^Total/ })).toContainText("$34.80");
  // The service verifies the ledger after the tests: this payment has no entry.
  await db.payment.delete({ where: { id: payment.id } });
  await db.$disconnect();
  expect(text).toContain("$34.80");
  expect(text).toContain("$30");
});
