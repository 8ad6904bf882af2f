import { expect, type Page, test } from "@playwright/test";
import {
  ADMIN,
  becomeAdmin,
  createUser,
  followMailLink,
  PASSWORD,
  postSuccessfully,
  signIn,
  signOut,
  userIdOf,
} from "./test-user";

const NEW_PASSWORD = "another horse entirely";

const email = (page: Page) => page.getByLabel("Email", { exact: true });
const signInButton = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

test("errors are shown at their field, and nothing typed is lost", async ({ page }) => {
  // Before hydration the browser's own validation would speak instead.
  await page.goto("/sign-up", { waitUntil: "networkidle" });
  await email(page).fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("short");
  const create = page.getByRole("button", { name: "Create account" });
  await create.click();
  await expect(email(page)).toHaveAccessibleDescription(/Enter an email address/);
  await expect(email(page)).toBeFocused();
  await email(page).fill(ADMIN.email);
  await create.click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/8 to 200 characters/);
  // Each attempt leads back to the field, although the error is the same.
  for (const _ of [1, 2]) {
    await create.click();
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  }
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await create.click();
  await expect(email(page)).toHaveAccessibleDescription(/already has an account/);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD);
  await page.getByRole("link", { name: "Sign in instead" }).click();
  await expect(page).toHaveTitle("Sign in · Genmint");
  await email(page).fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await signInButton(page).click();
  await expect(page.getByText("Wrong email or password.")).toBeVisible();
  await expect(email(page)).toHaveValue(ADMIN.email);
});

test("signing up by way of the sign-in page leads to the page asked for at first", async ({ page }) => {
  await page.goto("/history?type=video");
  await expect(page).toHaveTitle("Sign in · Genmint");
  const header = page.getByRole("banner");
  await header.getByRole("link", { name: "Sign up" }).click();
  await expect(page).toHaveTitle("Sign up · Genmint");
  await header.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveTitle("Sign in · Genmint");
  await page.getByRole("link", { name: "Create account" }).click();
  await expect(page).toHaveTitle("Sign up · Genmint");
  await email(page).fill(`return-${Date.now()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/history?type=video");
});

test("a mailed link signs in and leads to the page asked for at first", async ({ page }) => {
  const address = `link-${Date.now()}@example.com`;
  // Before hydration the server would report the error instead.
  await page.goto("/sign-in?callbackUrl=%2Fbilling", { waitUntil: "networkidle" });
  const mailLink = page.getByRole("button", { name: "Email me a sign-in link" });
  await mailLink.click();
  await expect(email(page)).toHaveAccessibleDescription(/Enter an email address/);
  await email(page).fill(address);
  await mailLink.click();
  await expect(page.getByText("Check your inbox")).toBeVisible();
  await followMailLink(page, address, "Sign in to Genmint");
  await expect(page).toHaveURL("/billing");
});

test("never redirects to another site", async ({ page }) => {
  await page.goto("/sign-in?callbackUrl=https%3A%2F%2Felsewhere.example%2F");
  await email(page).fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await signInButton(page).click();
  await expect(page).toHaveURL("/dashboard");
});

test("a forgotten password is replaced by a link that works once, and ends every session", async ({
  page,
  browser,
}) => {
  const address = await createUser(page.context());
  const other = await browser.newPage();
  await other.goto("/sign-in");
  await other.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(other).toHaveTitle("Forgot your password? · Genmint");
  await email(other).fill(address);
  await other.getByRole("button", { name: "Email me a link" }).click();
  await expect(other.getByRole("status")).toContainText("If this address has an account");
  await followMailLink(other, address, "Choose a new Genmint password");
  const link = other.url();
  await other.getByLabel("New password").fill(NEW_PASSWORD);
  await other.getByRole("button", { name: "Save and sign in" }).click();
  await expect(other).toHaveURL("/dashboard");
  await page.goto("/dashboard");
  await expect(page).toHaveTitle("Sign in · Genmint");
  await page.goto(link);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page.getByText("This link has expired or was already used")).toBeVisible();
  await signIn(page.context(), address, NEW_PASSWORD);
  await other.close();
});

test("a banned user is told why, after the right password only", async ({ page, browser }) => {
  const address = await createUser(page.context());
  const admin = await browser.newContext();
  await becomeAdmin(admin);
  const userId = await userIdOf(page.context());
  const ban = { userId, reason: "Sold accounts", expires: "2099-01-01T00:00:00.000Z" };
  await postSuccessfully(admin, "/api/trpc/admin.users.ban", ban);
  await admin.close();
  await page.goto("/dashboard");
  await expect(page.getByText("Reason: Sold accounts")).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await email(page).fill(address);
  await page.getByLabel("Password", { exact: true }).fill("wrong password");
  await signInButton(page).click();
  await expect(page.getByText("Wrong email or password.")).toBeVisible();
  // Empty when the form was sent before its script had loaded.
  await email(page).fill(address);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await signInButton(page).click();
  await expect(page.getByText("Reason: Sold accounts")).toBeVisible();
  await expect(page.getByText(/Jan 1, 2099/)).toBeVisible();
});

test("signs in to the demo accounts with one click", async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Administrator" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin" })).toBeVisible();
  await signOut(page);
  await page.goto("/sign-in");
  await page.getByRole("button", { name: "Customer" }).click();
  await expect(page).toHaveURL("/dashboard");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("signing up, a wrong password and a forgotten one work, in Chinese too", async ({ page }) => {
    const address = `plain-${Date.now()}@example.com`;
    await page.goto("/zh/sign-up?callbackUrl=%2Fzh%2Fbilling");
    await page.getByLabel("邮箱").fill(ADMIN.email);
    await page.getByLabel("密码").first().fill(PASSWORD);
    await page.getByRole("button", { name: "创建账号" }).click();
    await expect(page.getByText("该邮箱已注册。")).toBeVisible();
    await page.getByLabel("邮箱").fill(address);
    await page.getByLabel("密码").first().fill(PASSWORD);
    await page.getByRole("button", { name: "创建账号" }).click();
    await expect(page).toHaveURL("/zh/billing");
    await page.context().clearCookies();
    await page.goto("/zh/sign-in?callbackUrl=%2Fzh%2Fhistory");
    await page.getByLabel("邮箱").fill(address);
    await page.getByLabel("密码").first().fill("wrong password");
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await expect(page).toHaveURL(/\/zh\/sign-in\?error=CredentialsSignin/);
    await expect(page.getByText("邮箱或密码不正确。")).toBeVisible();
    await page.getByLabel("邮箱").fill(address);
    await page.getByLabel("密码").first().fill(PASSWORD);
    await page.getByRole("button", { name: "登录", exact: true }).click();
    await expect(page).toHaveURL("/zh/history");
    await page.context().clearCookies();
    await page.goto("/zh/forgot-password");
    await page.getByLabel("邮箱").fill(address);
    await page.getByRole("button", { name: "发送链接" }).click();
    await expect(page.getByRole("status")).toContainText("如果该邮箱已注册");
    await followMailLink(page, address, "重设你的 Genmint 密码");
    await page.getByLabel("新密码").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "保存并登录" }).click();
    await expect(page).toHaveURL("/zh/dashboard");
  });
});
