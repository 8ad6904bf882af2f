import { type Browser, expect, type Page, test } from "@playwright/test";
import {
  becomeAdmin,
  callSuccessfully,
  createUser,
  hold,
  openSignedIn,
  userIdOf,
  waitUntilInteractive,
} from "../tests/test-user";

/** More than a window shows. */
const ENTRIES = 30;

/** A customer whose ledger is longer than the window of the administrator that the page becomes. */
async function adjustedCustomer(page: Page, browser: Browser): Promise<{ userId: string; email: string }> {
  const customer = await browser.newContext();
  const email = await createUser(customer);
  const userId = await userIdOf(customer);
  await customer.close();
  await becomeAdmin(page.context());
  for (let amount = 1; amount <= ENTRIES; amount += 1)
    await callSuccessfully(page.context(), "admin.users.adjustCredits", { userId, amount, reason: "test" });
  await page.setViewportSize({ width: 1280, height: 720 });
  return { userId, email };
}

test("a table of administrators is where it was scrolled to after Back", async ({ page, browser }) => {
  const { userId, email } = await adjustedCustomer(page, browser);
  await openSignedIn(page, `/admin/users/${userId}`);
  const oldest = page.getByRole("row").filter({ hasText: "+1" }).last();
  const administrator = oldest.getByRole("link", { name: /@/ });
  await administrator.scrollIntoViewIfNeeded();
  await administrator.click();
  await expect(page.getByRole("heading", { level: 1, name: email })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: email })).toBeVisible();
  await expect(administrator).toBeInViewport();
});

test("a table of administrators is printed as a whole", async ({ page, browser }) => {
  const { userId } = await adjustedCustomer(page, browser);
  await openSignedIn(page, `/admin/users/${userId}`);
  const table = page.getByRole("region", { name: "Credit ledger" });
  await expect(table.getByRole("row")).toHaveCount(ENTRIES + 1);
  const isCut = (element: Element) =>
    element.scrollHeight > element.clientHeight && getComputedStyle(element).overflow !== "visible";
  expect(await table.evaluate(isCut)).toBe(true);
  await page.emulateMedia({ media: "print" });
  expect(await table.evaluate(isCut)).toBe(false);
});

test("a table of administrators that was scrolled before the scripts were loaded stays there", async ({
  page,
  browser,
}) => {
  const { userId } = await adjustedCustomer(page, browser);
  const loadScripts = await hold(page, /\/assets\/.*\.js$/);
  await page.goto(`/admin/users/${userId}`, { waitUntil: "commit" });
  const oldest = page.getByRole("row").filter({ hasText: "+1" }).last();
  await oldest.scrollIntoViewIfNeeded();
  await expect(oldest).toBeInViewport();
  loadScripts();
  await waitUntilInteractive(page);
  await expect(oldest).toBeInViewport();
});
