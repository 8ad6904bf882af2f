import { createDb } from "@app/db/client/db";
import { expect, test } from "@playwright/test";
import {
  becomeAdmin,
  buy,
  callSuccessfully,
  createUser,
  openSignedIn,
  postSuccessfully,
  userIdOf,
} from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

const db = createDb(process.env["DATABASE_URL"] ?? "");
test.afterAll(() => db.$disconnect());

test("a user whose ban is over is not shown as banned, and can be banned again", async ({ browser, page }) => {
  const customer = await browser.newContext();
  const email = await createUser(customer);
  const userId = await userIdOf(customer);
  await customer.close();
  const ban = { banned: true, banReason: "Spam", banExpires: new Date("2026-01-10T12:00:00.000Z") };
  await db.user.update({ where: { id: userId }, data: ban });
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users?search=${email}`);
  await expect(page.getByRole("row").filter({ hasText: email })).not.toContainText("Banned");
  await page.getByRole("link", { name: email }).click();
  await page.getByRole("button", { name: "Ban", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Ban", exact: true }).click();
  await expect(page.getByRole("button", { name: "Lift ban" })).toBeVisible();
});

test("who bans a customer is told that the plan is still charged, which the customer cannot cancel any more", async ({
  browser,
  page,
}) => {
  const customer = await browser.newContext();
  await createUser(customer);
  await buy(customer, "starter_monthly");
  const userId = await userIdOf(customer);
  const { id: subscriptionId } = await db.subscription.findFirstOrThrow({ where: { userId } });
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${userId}`);
  await page.getByRole("button", { name: "Ban", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("A plan that renews is still charged");
  await dialog.getByRole("button", { name: "Ban", exact: true }).click();
  await expect(page.getByRole("button", { name: "Lift ban" })).toBeVisible();
  const canceled = await customer.request.post("/api/trpc/billing.cancel", { data: { subscriptionId } });
  expect(canceled.status()).toBe(403);
  await customer.close();
  // The way out that the dialog names.
  await callSuccessfully(page.context(), "admin.users.changeSubscription", {
    ...{ userId, action: "cancel", planKey: "free" },
  });
  await expect
    .poll(() => db.subscription.findUnique({ where: { id: subscriptionId } }))
    .toMatchObject({
      providerCancel: "done",
    });
});

test("who lifts a ban is told that sessions from before it work again", async ({ browser, page }) => {
  const customer = await browser.newContext();
  await createUser(customer);
  const userId = await userIdOf(customer);
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${userId}`);
  await page.getByRole("button", { name: "Ban", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("can’t use the pages or the API while the ban lasts");
  await dialog.getByRole("button", { name: "Ban", exact: true }).click();
  await page.getByRole("button", { name: "Lift ban" }).click();
  expect((await customer.request.get("/api/me")).status()).toBe(403);
  await expect(dialog).toContainText("sessions, API keys and shared links from before the ban work again");
  await dialog.getByRole("button", { name: "Lift ban" }).click();
  await expect(page.getByRole("button", { name: "Ban", exact: true })).toBeVisible();
  expect((await customer.request.get("/api/me")).status()).toBe(200);
  await customer.close();
});

test("a message of a user who has just been banned stays in its field, and says so in the page's language", async ({
  page,
  browser,
}) => {
  await createUser(page.context());
  await openSignedIn(page, "/zh/chat");
  const admin = await browser.newContext();
  await becomeAdmin(admin);
  const ban = { userId: await userIdOf(page.context()), reason: "Sold accounts" };
  await postSuccessfully(admin, "/api/trpc/admin.users.ban", ban);
  await admin.close();
  const field = page.getByLabel("消息", { exact: true });
  await field.fill("Why are tides late?");
  await field.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "此账号已被封禁" })).toBeVisible();
  await expect(field).toHaveValue("Why are tides late?");
  await page.reload();
  await expect(page.getByText("原因：Sold accounts")).toBeVisible();
});
