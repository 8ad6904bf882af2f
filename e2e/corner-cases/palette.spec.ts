import { expect, type Page, test } from "@playwright/test";
import {
  becomeAdmin,
  createUser,
  escapeOverlay,
  openSignedIn,
  userIdOf,
  waitUntilInteractive,
} from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

const field = (page: Page) => page.getByRole("combobox", { name: "Search pages, chats, prompts and commands" });
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

async function openPalette(page: Page): Promise<void> {
  await waitUntilInteractive(page);
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
}

test("the palette does not say that nothing was found when its search failed", async ({ page, context, browser }) => {
  const other = await browser.newContext();
  const email = await createUser(other);
  await other.close();
  await becomeAdmin(context);
  await openSignedIn(page, "/dashboard");
  // As while a proxy restarts.
  await page.route(/api\/trpc/, (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
  await openPalette(page);
  await field(page).fill(email);
  const dialog = page.getByRole("dialog").filter({ has: field(page) });
  await expect(dialog.getByRole("status")).toContainText("We can’t reach the server");
  await expect(dialog.getByRole("listbox")).toContainText("We can’t reach the server");
  await expect(dialog.getByText("Nothing found")).toBeHidden();
  await page.unroute(/api\/trpc/);
  await field(page).fill(email.slice(0, -1));
  await expect(options(page).filter({ hasText: email })).toBeVisible();
  await expect(dialog.getByRole("listbox")).not.toContainText("We can’t reach the server");
});

test("Escape closes the palette alone, and the dialog below keeps what was typed", async ({ page }) => {
  const context = page.context();
  await createUser(context);
  const id = await userIdOf(context);
  await becomeAdmin(context);
  await openSignedIn(page, `/admin/users/${id}`);
  await page.getByRole("button", { name: "Adjust credits" }).click();
  const amount = page.getByRole("dialog", { name: "Adjust credits" }).getByLabel("Amount");
  await amount.fill("55");
  await openPalette(page);
  await field(page).press("Escape");
  await expect(field(page)).toHaveCount(0);
  await expect(amount).toHaveValue("55");
  await expect(amount).toBeFocused();
  await escapeOverlay(page);
  await expect(amount).toHaveCount(0);
});
