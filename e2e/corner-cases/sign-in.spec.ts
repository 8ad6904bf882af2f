import { expect, test } from "@playwright/test";
import { expectAccessible } from "../tests/expect-accessible";
import { createUser, followMailLink, PASSWORD, signIn } from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

test("a link to a section of a page leads to it, also when the visitor has to sign in first", async ({ page }) => {
  const address = await createUser(page.context());
  for (const path of ["/account#mails", "/zh/billing#plans"]) {
    await page.context().clearCookies();
    await page.goto(path, { waitUntil: "networkidle" });
    await page.locator("input[name=email]").first().fill(address);
    await page.locator("input[name=password]").first().fill(PASSWORD);
    await page.locator("input[name=password]").first().press("Enter");
    await expect(page).toHaveURL((url) => `${url.pathname}${url.hash}` === path);
  }
});

test("a choice survives a forgotten password: the mailed link leads to the new password and on to the checkout", async ({
  page,
  browser,
}) => {
  const owner = await browser.newContext();
  const address = await createUser(owner);
  await owner.close();
  await page.goto("/pricing?cycle=yearly", { waitUntil: "networkidle" });
  await page.getByRole("link", { name: "Get Starter yearly" }).click();
  // The pricing page has a link to sign in, too.
  await expect(page).toHaveTitle("Sign up · Genmint");
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveTitle("Sign in · Genmint");
  await page.getByLabel("Email", { exact: true }).fill(address);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The page to sign in has the same field and the same next step.
  await expect(page).toHaveTitle("Forgot your password? · Genmint");
  await expect(page.getByText("Next: checkout for Starter yearly, $290 a year.")).toBeVisible();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(address);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await followMailLink(page, address, "Choose a new Genmint password");
  await expect(page.getByText("Next: checkout for Starter yearly, $290 a year.")).toBeVisible();
  await page.getByLabel("New password").fill("another correct horse");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page).toHaveURL(/\/payment\/checkout\//);
  await expect(page.getByText("$290").first()).toBeVisible();
});

test("a link that another user has used already does not say that it has confirmed something", async ({
  page,
  browser,
}) => {
  const email = await createUser(page.context());
  await followMailLink(page, email, "Confirm your email for Genmint");
  await expect(page.getByRole("status")).toContainText("Your email is confirmed");
  const usedBy = await createUser(page.context());
  await followMailLink(page, usedBy, "Confirm your email for Genmint", async (link) => {
    const other = await browser.newContext();
    await (await other.newPage()).goto(link);
    await other.close();
    await signIn(page.context(), email, PASSWORD);
    await page.goto(link);
  });
  await expect(page.getByRole("status")).toContainText(`You’re signed in as ${email}, and that email is confirmed.`);
  await expect(page.getByText("Your email is confirmed", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
});
