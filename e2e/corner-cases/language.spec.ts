import { expect, type Page, test } from "@playwright/test";
import { createUser, followMailLink, openSignedIn, PASSWORD } from "../tests/test-user";

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

/** A user who is signed out requests a link from the sign-in page in Chinese, and opens one that has expired. */
async function openDeadLinkInChinese(page: Page, address: string): Promise<void> {
  await page.goto("/zh/billing");
  await page.getByLabel("邮箱", { exact: true }).fill(address);
  await page.getByRole("button", { name: "发送登录链接到邮箱" }).click();
  await followMailLink(page, address, "登录 Genmint", (link) =>
    page.goto(link.replace(/token=[\w-]+/, "token=expired")),
  );
  await expect(page.getByText("链接已过期或已被使用")).toBeVisible();
}

test("the page of a dead sign-in link changes to the default language", async ({ page }) => {
  const address = await createSignedOutUser(page);
  await openDeadLinkInChinese(page, address);
  await page.getByRole("link", { name: "English", exact: true }).click();
  await expect(page).toHaveTitle("Sign in · Genmint");
  await expect(page.getByText("link has expired")).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill(address);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/billing");
});

/** A reader of the public page at `path` chooses a language in the header. */
async function chooseInHeader(page: Page, path: string, language: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("banner").getByRole("link", { name: language, exact: true }).click();
}

test("the page of a dead sign-in link has the language that was chosen last in the footer", async ({ page }) => {
  const address = await createSignedOutUser(page);
  await chooseInHeader(page, "/zh", "English");
  await expect(page).toHaveURL("/");
  await page.getByRole("navigation", { name: "Language" }).getByRole("link", { name: "中文" }).click();
  await expect(page).toHaveURL("/zh");
  await openDeadLinkInChinese(page, address);
});

test("the page of a dead sign-in link has the language that was chosen last by a command", async ({ page }) => {
  await chooseInHeader(page, "/zh", "English");
  await expect(page).toHaveURL("/");
  const address = await createUser(page.context());
  await openSignedIn(page, "/billing");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("chinese");
  await expect(page.getByRole("option").first()).toHaveText("Switch to 中文");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/zh/billing");
  await page.context().clearCookies({ name: /session-token/ });
  await openDeadLinkInChinese(page, address);
});

test("a dead sign-in link keeps its language where another one was chosen before", async ({ page, browser }) => {
  const address = await createSignedOutUser(page);
  const other = await browser.newContext();
  const otherPage = await other.newPage();
  await chooseInHeader(otherPage, "/zh", "English");
  await expect(otherPage).toHaveURL("/");
  await openDeadLinkInChinese(otherPage, address);
  await otherPage.getByRole("link", { name: "English", exact: true }).click();
  await expect(otherPage.getByText("link has expired")).toBeVisible();
  await other.close();
});

test("signing in leads to the section of the page that was opened, in the language of the sign-in page", async ({
  page,
}) => {
  const address = await openInChinese(page, "/account#sessions");
  await page.getByLabel("邮箱", { exact: true }).fill(address);
  await page.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await expect(page).toHaveURL("/zh/account#sessions");
});

test("a dead sign-in link keeps its language and where it leads, also in another browser", async ({
  page,
  browser,
}) => {
  const address = await createUser(page.context());
  await page.context().clearCookies();
  await page.goto("/zh/sign-in?callbackUrl=%2Fzh%2Fbilling");
  await page.getByLabel("邮箱", { exact: true }).fill(address);
  await page.getByRole("button", { name: "发送登录链接到邮箱" }).click();
  const phone = await (await browser.newContext()).newPage();
  await followMailLink(page, address, "登录 Genmint", (link) =>
    phone.goto(link.replace(/token=[\w-]+/, "token=expired")),
  );
  await expect(phone.getByText("链接已过期或已被使用")).toBeVisible();
  await phone.getByLabel("邮箱", { exact: true }).fill(address);
  await phone.getByLabel("密码", { exact: true }).fill(PASSWORD);
  await phone.getByRole("button", { name: "登录", exact: true }).click();
  await expect(phone).toHaveURL("/zh/billing");
  await phone.context().close();
});
