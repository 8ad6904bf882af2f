import { expect, test } from "@playwright/test";

test("a demo account signs in and out", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").first().fill("demo@genmint.test");
  await page.getByLabel("Password").fill("demo-genmint");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
