import { type Browser, expect, type Page, test } from "@playwright/test";
import { generateSync } from "otplib";
import { expectAccessible } from "./expect-accessible";
import {
  becomeAdmin,
  createUser,
  followMailLink,
  openSignedIn,
  PASSWORD,
  postSuccessfully,
  signUpByForm,
  userIdOf,
  waitUntilInteractive,
} from "./test-user";

const VERIFICATION_SUBJECT = "Confirm your email for Genmint";
const STEP_SECONDS = 30;

const reminder = (page: Page) => page.getByRole("banner").getByText("Confirm your email");

test("a reminder below the header stays until the mailed link is opened", async ({ page }) => {
  const email = await signUpByForm(page);
  await expect(reminder(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("banner").getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("Sent. Check your inbox.");
  await followMailLink(page, email, VERIFICATION_SUBJECT);
  await expect(page).toHaveURL(/\/verify-email\?confirmed=1$/);
  await expect(page.getByRole("status")).toContainText("Your email is confirmed");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to Home" }).click();
  await waitUntilInteractive(page);
  await expect(reminder(page)).toHaveCount(0);
  await expect(page.getByRole("listitem").filter({ hasText: "Confirm your email" })).toContainText("done");
});

test("the link of the mail works on another device, once", async ({ page, browser }) => {
  const email = await createUser(page.context());
  const context = await browser.newContext();
  const phone = await context.newPage();
  await followMailLink(phone, email, VERIFICATION_SUBJECT, async (link) => {
    await phone.goto(link);
    await expect(phone.getByRole("status")).toContainText("Your email is confirmed");
    await phone.goto(link);
    // It may be confirmed already: then there is no "Send again" to look for.
    await expect(phone.getByRole("alert")).toContainText("If your email still isn’t confirmed");
    await expectAccessible(phone);
  });
  await context.close();
  await openSignedIn(page, "/dashboard");
  await expect(reminder(page)).toHaveCount(0);
});

/** A new user, promoted by the demo's administrator. Returns the e-mail address. */
async function newAdministrator(page: Page, browser: Browser): Promise<string> {
  const email = await createUser(page.context());
  const admin = await browser.newContext();
  await becomeAdmin(admin);
  const role = { userId: await userIdOf(page.context()), role: "admin" };
  await postSuccessfully(admin, "/api/trpc/admin.users.changeRole", role);
  await admin.close();
  return email;
}

/** The authenticator app's code in `step` half minutes from now. */
const appCode = (secret: string, step = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + step * STEP_SECONDS });

test("an administrator turns the second factor on, signs in with it, and turns it off", async ({ page, browser }) => {
  const email = await newAdministrator(page, browser);
  await openSignedIn(page, "/account");
  const section = page.getByRole("region", { name: "Two-step verification" });
  await section.getByLabel("Current password").fill(PASSWORD);
  await section.getByRole("button", { name: "Set up" }).click();
  await expect(section.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = (await section.locator("code").textContent()) ?? "";
  await section.getByLabel("Code", { exact: true }).fill("000000");
  await section.getByRole("button", { name: "Turn on" }).click();
  await expect(section.getByRole("alert")).toContainText("That code is wrong");
  await expectAccessible(page);
  await section.getByLabel("Code", { exact: true }).fill(appCode(secret));
  await section.getByRole("button", { name: "Turn on" }).click();
  await expect(section.getByRole("status").locator("code")).toHaveCount(10);
  const [recoveryCode = ""] = await section.getByRole("status").locator("code").allTextContents();
  await expect(section).toContainText("10 recovery codes left");
  await expectAccessible(page);

  await page.context().clearCookies();
  await page.goto("/sign-in?callbackUrl=%2Fbilling");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveTitle("Enter your code · Genmint");
  await expectAccessible(page);
  await page.goto("/admin");
  await expect(page).toHaveTitle("Enter your code · Genmint");
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("That code is wrong or was already used");
  await page.getByLabel("Code").fill(appCode(secret, 1));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await openSignedIn(page, "/account");
  await section.getByLabel("Current password").fill(PASSWORD);
  await section.getByLabel("Code", { exact: true }).fill(recoveryCode);
  await section.getByRole("button", { name: "Turn off" }).click();
  await expect(section.getByRole("button", { name: "Set up" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the link of the mail works", async ({ page }) => {
    const email = `plain-confirm-${Date.now()}@example.com`;
    await postSuccessfully(page.context(), "/api/auth/sign-up", { email, password: PASSWORD }, 201);
    await followMailLink(page, email, VERIFICATION_SUBJECT);
    await expect(page.getByText("Your email is confirmed")).toBeVisible();
  });
});
