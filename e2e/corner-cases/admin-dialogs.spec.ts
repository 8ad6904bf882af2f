import { createDb } from "@app/db/client/db";
import { type Browser, expect, type Page, test } from "@playwright/test";
import {
  becomeAdmin,
  buy,
  callSuccessfully,
  createUser,
  loseNextResponse,
  openSignedIn,
  userIdOf,
} from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

const db = createDb(process.env["DATABASE_URL"] ?? "");
test.afterAll(() => db.$disconnect());

const dialogOf = (page: Page) => page.getByRole("dialog");
const banButton = (page: Page) => page.getByRole("button", { name: "Ban", exact: true });

/** Opens a new customer's page as an administrator. Returns the customer's id. */
async function openCustomer(page: Page, browser: Browser, data: { banned?: boolean } = {}): Promise<string> {
  const customer = await browser.newContext();
  await createUser(customer);
  const userId = await userIdOf(customer);
  await customer.close();
  await db.user.update({ where: { id: userId }, data });
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${userId}`);
  return userId;
}

/** As another tab does after a change: the page reads its data again. */
const refresh = (page: Page) => page.evaluate(() => new BroadcastChannel("genmint-changes").postMessage("changed"));

test("a dialog forgets its last refusal when it is closed", async ({ browser, page }) => {
  await openCustomer(page, browser);
  const dialog = dialogOf(page);
  await banButton(page).click();
  await dialog.getByLabel("Ends (UTC)").fill("2020-01-01T00:00");
  await dialog.getByRole("button", { name: "Ban", exact: true }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await banButton(page).click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveCount(0);
});

test("a role dialog that is open does what it said when it opened", async ({ browser, page }) => {
  const userId = await openCustomer(page, browser);
  const dialog = dialogOf(page);
  await page.getByRole("button", { name: "Change role" }).click();
  await expect(dialog.getByRole("button", { name: "Make administrator" })).toBeVisible();
  // Another administrator is faster.
  await callSuccessfully(page.context(), "admin.users.changeRole", { userId, role: "admin" });
  await refresh(page);
  await expect(page.locator("dl > div", { hasText: "Role" })).toContainText("dministrator");
  await dialog.getByRole("button", { name: "Make administrator" }).click();
  await expect(dialog).toBeHidden();
  expect(await db.user.findUnique({ where: { id: userId }, select: { role: true } })).toEqual({ role: "admin" });
});

test("a ban dialog keeps what was typed when another administrator bans the user", async ({ browser, page }) => {
  const userId = await openCustomer(page, browser);
  const dialog = dialogOf(page);
  await banButton(page).click();
  await dialog.getByLabel("Reason").fill("spam and abuse");
  await db.user.update({ where: { id: userId }, data: { banned: true, banReason: "other" } });
  await refresh(page);
  await expect(page.getByText("Reason: other")).toBeAttached();
  await expect(dialog.getByLabel("Reason")).toHaveValue("spam and abuse");
  await dialog.getByRole("button", { name: "Ban", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Reason: spam and abuse")).toBeVisible();
  await expect(page.getByRole("button", { name: "Lift ban" })).toBeVisible();
});

test("a double click lifts a ban once", async ({ browser, page }) => {
  const userId = await openCustomer(page, browser, { banned: true });
  await page.getByRole("button", { name: "Lift ban" }).click();
  await dialogOf(page).getByRole("button", { name: "Lift ban" }).dblclick();
  await expect(dialogOf(page)).toBeHidden();
  expect(await db.auditLog.count({ where: { targetId: userId } })).toBe(1);
});

test("an admin page that failed has a heading, and trying again leaves a bad page of a list", async ({ page }) => {
  await becomeAdmin(page.context());
  await openSignedIn(page, "/admin/users?search=admin&cursor=bad");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page didn’t load.");
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users");
  await openSignedIn(page, "/admin/users/nobody");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We can’t find this.");
});

test("a dialog that stops instalments stops them, also when its first request was heard and its response lost", async ({
  browser,
  page,
}) => {
  const customer = await browser.newContext();
  await createUser(customer);
  await buy(customer, "starter_yearly");
  const userId = await userIdOf(customer);
  await customer.close();
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${userId}?tab=subscription`);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await loseNextResponse(page, "**/api/trpc/admin.schedules.pause*");
  const dialog = dialogOf(page);
  const stop = dialog.getByRole("button", { name: "Stop", exact: true });
  await stop.click();
  await expect(dialog.getByText("We can’t reach the server")).toBeVisible();
  // The page reads its data again, as when the connection returns: the instalments are stopped.
  await refresh(page);
  await expect(page.getByRole("cell", { name: "Paused" })).toBeAttached();
  await dialog.getByRole("button", { name: /^(Stop|Resume)$/ }).click();
  await expect(dialog).toBeHidden();
  const pausedAt = { pausedAt: true } as const;
  const schedule = await db.subscriptionCreditSchedule.findFirstOrThrow({ where: { userId }, select: pausedAt });
  expect(schedule.pausedAt).not.toBeNull();
});

test("the plan dialog begins with the plan that the user has now", async ({ browser, page }) => {
  const userId = await openCustomer(page, browser);
  const dialog = dialogOf(page);
  const change = { userId, action: "upgrade", planKey: "pro_monthly" };
  await callSuccessfully(page.context(), "admin.users.changeSubscription", change);
  await refresh(page);
  await expect(page.locator("dl > div", { hasText: "Plan" })).toContainText("Pro monthly");
  await page.getByRole("button", { name: "Change plan" }).click();
  await expect(dialog.getByLabel("Plan", { exact: true })).toHaveValue("pro_monthly");
  await dialog.getByLabel("Action").selectOption("cancel");
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator("dl > div", { hasText: "Plan" })).toContainText("Free");
  await page.getByRole("button", { name: "Change plan" }).click();
  await expect(dialog.getByLabel("Plan", { exact: true })).toHaveValue("free");
  await expect(dialog.getByLabel("Action")).toHaveValue("upgrade");
});

test("a reason that comes while another one is shown is not dismissed unseen", async ({ browser, page }) => {
  const customer = await browser.newContext();
  const email = await createUser(customer);
  await buy(customer);
  const userId = await userIdOf(customer);
  await customer.close();
  await db.payment.updateMany({ where: { userId }, data: { attention: "The amount is low" } });
  await becomeAdmin(page.context());
  await openSignedIn(page, "/admin");
  const card = page.locator(".mantine-Card-root").filter({ hasText: email });
  await expect(card).toContainText("The amount is low");
  const attention = "Refunded in part: $1.00 of $5.00";
  await db.payment.updateMany({ where: { userId }, data: { attention } });
  await card.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("This has changed in the meantime.")).toBeVisible();
  await expect(card).toContainText(attention);
  await card.getByRole("button", { name: "Dismiss" }).click();
  await expect(card).toBeHidden();
});

test("a list that is filtered keeps the focus in its filter", async ({ page }) => {
  await becomeAdmin(page.context());
  await openSignedIn(page, "/admin/audit");
  const filter = page.getByRole("button", { name: "Filter" });
  const actor = page.getByLabel("Administrator", { exact: true });
  await actor.fill("service");
  await filter.press("Enter");
  await expect(page).toHaveURL(/actor=service/);
  await expect(filter).toBeFocused();
  await actor.press("Enter");
  await expect(actor).toBeFocused();
  const clear = page.getByRole("link", { name: "Clear" });
  await clear.press("Enter");
  await expect(actor).toHaveValue("");
  await expect(clear).toBeFocused();
  await page.goBack();
  await expect(actor).toHaveValue("service");
});

test("a list of administrators shows in its search field what is searched for, also after Back", async ({ page }) => {
  await becomeAdmin(page.context());
  await openSignedIn(page, "/admin/payments");
  const main = page.getByRole("main");
  const search = main.getByRole("searchbox");
  await search.fill("nobody");
  await search.press("Enter");
  await expect(page).toHaveURL(/search=nobody/);
  await expect(main).toContainText("No payments match.");
  await expect(search).toBeFocused();
  await page.goBack();
  await expect(main).not.toContainText("No payments match.");
  await expect(search).toHaveValue("");
  await page.goForward();
  await expect(search).toHaveValue("nobody");
});

test("the focus stays in a dialog whose action was refused", async ({ page }) => {
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${await userIdOf(page.context())}`);
  await banButton(page).press("Enter");
  const ban = dialogOf(page).getByRole("button", { name: "Ban", exact: true });
  await ban.press("Enter");
  await expect(dialogOf(page).getByText("You can’t ban yourself")).toBeVisible();
  await expect(ban).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialogOf(page).locator(":focus")).toBeAttached();
});

test("a page of payments that need attention, past the last one, leads back to the first", async ({ page }) => {
  await becomeAdmin(page.context());
  // As after the last payment of the second page was dismissed.
  await openSignedIn(page, `/admin?cursor=${encodeURIComponent("2000-01-01T00:00:00.000Z 0")}`);
  await expect(page.getByText("Nothing is left on this page.")).toBeVisible();
  await page.getByRole("link", { name: "First page" }).click();
  await expect(page).toHaveURL("/admin");
});

test("a large sum is shown whole on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await becomeAdmin(page.context());
  await openSignedIn(page, "/admin");
  const card = page.locator(".mantine-Card-root").filter({ hasText: "Revenue in all" });
  await card.locator("p", { hasText: "$" }).evaluate((value) => {
    value.textContent = "$1,243,998.20";
  });
  const cutOff = await card.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(cutOff).toBe(0);
});

test("a payment under Needs attention says why it was not dismissed, and what a lost request has done", async ({
  browser,
  page,
}) => {
  const other = await browser.newContext();
  const otherEmail = await createUser(other);
  await buy(other);
  const userId = await userIdOf(other);
  await other.close();
  await db.payment.updateMany({ where: { userId }, data: { attention: "The amount is low" } });
  await becomeAdmin(page.context());
  await openSignedIn(page, "/admin");
  const card = page.locator(".mantine-Card-root").filter({ hasText: otherEmail });
  await page.route("**/api/trpc/admin.paymentCases.dismiss*", (route) => route.abort(), { times: 1 });
  await card.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "We can’t reach the server" })).toBeVisible();
  await loseNextResponse(page, "**/api/trpc/admin.paymentCases.takeBack*");
  await openSignedIn(page, "/zh/admin");
  await card.getByRole("button", { name: "收回积分" }).click();
  const confirm = dialogOf(page).getByRole("button", { name: "收回积分" });
  await confirm.click();
  await expect(dialogOf(page).getByRole("alert")).toContainText("无法连接");
  await confirm.click();
  await expect(dialogOf(page).getByRole("alert")).toContainText("这些积分此前已收回");
  expect((await db.user.findUniqueOrThrow({ where: { id: userId } })).credits).toBe(0);
});
