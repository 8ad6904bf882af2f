import { expect, type Page, test } from "@playwright/test";
import { createUser, followMailLink, PASSWORD } from "../tests/test-user";

/** A language that is changed in the middle of signing in. */

async function createSignedOutUser(page: Page): Promise<string> {
  const address = await createUser(page.context());
  await page.context().clearCookies();
  return address;
}

/** A user who is signed out opens a page and changes the language of the sign-in page that is shown. */
async function openInChinese(page: Page, path: string): Promise<string> {
  const address = await createSignedOutUser(page);
  await page.goto(path);
  await expect(page).toHaveTitle("Sign in · Genmint");
  await page.getByRole("link", { name: "中文", exact: true }).click();
  await expect(page).toHaveTitle("登录 · Genmint");
  return address;
}

test("signing in leads to the page in the language of the sign-in page", async ({ page }) => {
  const address = await openInChinese(page, "/billing?tab=payments");
  await page.getByLabel("邮箱", { exact: true }).fill(address);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await expect(page).toHaveURL("/zh/billing?tab=payments");
});

test("a mailed sign-in link has the language of the page, and leads to it", async ({ page }) => {
  const address = await openInChinese(page, "/history");
  await page.getByLabel("邮箱", { exact: true }).fill(address);
  await page.getByRole("button", { name: "发送登录链接到邮箱" }).click();
  await followMailLink(page, address, "登录 Genmint");
  await expect(page).toHaveURL("/zh/history");
});

test("the page of a dead sign-in link changes to the default language", async ({ page }) => {
  const address = await createSignedOutUser(page);
  await page.goto("/zh/billing");
  await page.getByLabel("邮箱", { exact: true }).fill(address);
  await page.getByRole("button", { name: "发送登录链接到邮箱" }).click();
  await followMailLink(page, address, "登录 Genmint", (link) =>
    page.goto(link.replace(/token=[\w-]+/, "token=expired")),
  );
  await expect(page.getByText("链接已过期或已被使用")).toBeVisible();
  await page.getByRole("link", { name: "English", exact: true }).click();
  await expect(page).toHaveTitle("Sign in · Genmint");
  await expect(page.getByText("link has expired")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(address);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/billing");
});
