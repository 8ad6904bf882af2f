import { expect, test } from "@playwright/test";
import { balance, buy, createUser, openSignedIn, signOut } from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

for (const { storage, refuse } of [
  {
    storage: "refuses to keep anything",
    refuse: () =>
      Object.defineProperty(window, "sessionStorage", {
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
        configurable: true,
      }),
  },
  {
    storage: "has no space left",
    refuse: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
  },
]) {
  test(`pages work in a browser whose session storage ${storage}`, async ({ page }) => {
    await page.addInitScript(refuse);
    await page.goto("/");
    await page.getByRole("link", { name: "Privacy", exact: true }).click();
    await expect(page).toHaveTitle("Privacy · Genmint");
    await createUser(page.context());
    await buy(page.context());
    await openSignedIn(page, "/dashboard");
    const main = page.getByRole("main");
    await main.getByRole("textbox").fill("Name my café");
    await page.keyboard.press("Enter");
    await expect(main.locator("article[data-role=assistant]")).toContainText("café");
    await expect(balance(page)).toContainText("190 credits");
    await signOut(page);
  });
}
