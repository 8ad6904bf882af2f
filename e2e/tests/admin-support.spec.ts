import { createDb } from "@app/db/client/db";
import { expect, test } from "@playwright/test";
import { becomeAdmin, buy, callSuccessfully, createUser, openSignedIn, postSuccessfully, userIdOf } from "./test-user";

/** What administrators look up when a customer writes. */

test.describe.configure({ mode: "parallel" });

const db = createDb(process.env["DATABASE_URL"] ?? "");
test.afterAll(() => db.$disconnect());

test("the payments of all users have what the buyer paid in all, as the receipt does", async ({ browser, page }) => {
  const customer = await browser.newContext();
  await createUser(customer);
  await buy(customer);
  const userId = await userIdOf(customer);
  await customer.close();
  const amounts = { amountCents: 500, paidCents: 600, taxCents: 100, refundedCents: 550 };
  await db.payment.updateMany({ where: { userId }, data: amounts });
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/payments?search=${userId}`);
  const row = page.getByRole("row").filter({ hasText: "Credit pack" });
  await expect(row).toContainText("$5.50 refunded");
  await expect(row.getByRole("cell", { name: "$6", exact: true })).toBeVisible();
});

test("a generation is listed with the id that the log and the ledger have", async ({ browser, page }) => {
  const customer = await browser.newContext();
  await createUser(customer);
  await buy(customer);
  const userId = await userIdOf(customer);
  const { id = "" } = await postSuccessfully(customer, "/api/video/generate", { prompt: "a boat [fail]" });
  await customer.close();
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${userId}?tab=generations`);
  await expect(page.getByRole("row").filter({ hasText: "a boat [fail]" })).toContainText(id);
});

test("the whole prompt of a generation can be read, although the table shows its first lines", async ({
  browser,
  page,
}) => {
  const customer = await browser.newContext();
  await createUser(customer);
  await buy(customer);
  const userId = await userIdOf(customer);
  const prompt = `a boat [fail] ${"on a very wide river ".repeat(20)}at the end`;
  await postSuccessfully(customer, "/api/video/generate", { prompt });
  await customer.close();
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${userId}?tab=generations`);
  await expect(page.getByRole("row").getByTitle(prompt, { exact: true })).toBeVisible();
});

test("the webhooks of a customer who paid are found by the address, and stay found with another filter", async ({
  browser,
  page,
}) => {
  const customers = [await browser.newContext(), await browser.newContext()] as const;
  const email = await createUser(customers[0]);
  await createUser(customers[1]);
  for (const customer of customers) await buy(customer);
  const [userId, otherId] = [await userIdOf(customers[0]), await userIdOf(customers[1])];
  for (const customer of customers) await customer.close();
  await becomeAdmin(page.context());
  await openSignedIn(page, "/admin/webhooks");
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/search=/);
  await page.getByRole("link", { name: "Granted", exact: true }).click();
  await expect(page).toHaveURL(/search=.*outcome=granted/);
  await page.getByLabel("Event type").fill("checkout.completed");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/eventType=checkout.completed/);
  await expect(page.getByRole("row").filter({ hasText: "checkout.completed" })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: userId })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: otherId })).toHaveCount(0);
});

test("a user's page leads to the webhooks that name the user, and to what administrators did about the user", async ({
  browser,
  page,
}) => {
  const customer = await browser.newContext();
  await createUser(customer);
  await buy(customer);
  const userId = await userIdOf(customer);
  await customer.close();
  await becomeAdmin(page.context());
  const reason = "Lost in an outage";
  await callSuccessfully(page.context(), "admin.users.adjustCredits", { userId, amount: 5, reason });
  await openSignedIn(page, `/admin/users/${userId}`);
  await page.getByRole("link", { name: "Webhook events" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: userId })).toHaveCount(1);
  await page.goBack();
  await page.getByRole("link", { name: "Admin actions" }).click();
  await expect(page.getByLabel("Target")).toHaveValue(userId);
  const entries = page.getByRole("row").filter({ hasText: reason });
  await expect(entries).toHaveCount(1);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByLabel("Target").fill("nobody@example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No matches.")).toBeVisible();
});
