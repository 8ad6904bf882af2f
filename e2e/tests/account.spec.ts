import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./expect-accessible";
import {
  becomeAdmin,
  buy,
  createUser,
  escapeOverlay,
  openSignedIn,
  PASSWORD,
  signIn,
  waitUntilInteractive,
} from "./test-user";

const NEW_PASSWORD = "staple after staple";

async function openAccount(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account\b/ }).click();
  await page.getByRole("menuitem", { name: "Account settings" }).click();
  await expect(page).toHaveTitle("Settings · Genmint");
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** The same user in a second browser. */
async function signInElsewhere(browser: Browser, email: string, password = PASSWORD): Promise<BrowserContext> {
  const context = await browser.newContext();
  await signIn(context, email, password);
  return context;
}

async function expectSignedOut(context: BrowserContext): Promise<void> {
  const response = await context.request.get("/dashboard", { maxRedirects: 0 });
  expect([response.status(), response.headers()["location"]]).toEqual([302, expect.stringMatching(/^\/sign-in\?/)]);
}

test.describe("a customer", () => {
  test.describe.configure({ mode: "serial" });

  let page: Page;
  let email: string;
  const problems: string[] = [];
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
    });
    email = await createUser(page.context());
    await buy(page.context());
  });
  test.afterAll(() => page.close());

  test("the account menu opens by keyboard and gives the focus back", async () => {
    await openSignedIn(page, "/dashboard");
    const button = page.getByRole("button", { name: /^Account\b/ });
    await expect(button).toHaveAttribute("aria-haspopup", "menu");
    // The second time the menu is loaded already.
    for (const _ of [1, 2]) {
      await button.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("menuitem", { name: "Account settings" })).toBeVisible();
      await expect(button).toHaveAttribute("aria-expanded", "true");
      await escapeOverlay(page);
      await expect(page.getByRole("menu")).toBeHidden();
      await expect(button).toBeFocused();
    }
  });

  test("changes the name, and the header shows it", async () => {
    await openSignedIn(page, "/dashboard");
    await openAccount(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByLabel("Name")).toHaveValue("Pat Person");
    await page.getByLabel("Name").fill("Ada Lovelace");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Name saved")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Account\b/ })).toContainText("AL");
  });

  test("downloads the data of the account, and of no other", async ({ playwright, baseURL }) => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download data" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("genmint-export.json");
    const response = await page.request.get("/account/export.json");
    expect(await response.json()).toMatchObject({
      profile: { email, credits: 200 },
      ledger: [{ delta: 200 }],
      payments: [{ amountCents: 500 }],
      chats: [],
    });
    const stranger = await playwright.request.newContext({ ...(baseURL ? { baseURL } : {}) });
    expect((await stranger.get("/account/export.json")).status()).toBe(401);
    await stranger.dispose();
  });

  test("the dialog to delete the account is accessible and can be canceled", async () => {
    await page.getByRole("button", { name: "Delete account…" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByLabel(/^Type /)).toBeFocused();
    await expectAccessible(page);
    await escapeOverlay(page);
    await expect(page.getByRole("button", { name: "Delete account…" })).toBeFocused();
    expect(problems).toEqual([]);
  });

  test("lists the sessions, and signs out one browser and then all others", async ({ browser }) => {
    const others: BrowserContext[] = [];
    for (let count = 0; count < 6; count += 1) others.push(await signInElsewhere(browser, email));
    await page.reload();
    await waitUntilInteractive(page);
    const sessions = section(page, "Devices");
    await expect(sessions.getByRole("listitem")).toHaveCount(5);
    await sessions.getByText("Show 2 more").click();
    await expect(sessions.getByRole("listitem")).toHaveCount(7);
    await expect(sessions.getByRole("listitem").first()).toContainText("This browser");
    await sessions
      .getByRole("button", { name: /^Sign out Chrome on/ })
      .first()
      .click();
    await expect(sessions.getByRole("listitem")).toHaveCount(6);
    await expect(sessions.getByRole("heading", { name: "Devices" })).toBeFocused();
    await sessions.getByRole("button", { name: "Sign out everywhere else" }).click();
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
    for (const other of others) {
      await expectSignedOut(other);
      await other.close();
    }
    await page.reload();
    await expect(sessions.getByRole("listitem")).toHaveCount(1);
  });

  test("changes the password with the current one only, and is signed out elsewhere", async ({ browser }) => {
    const other = await signInElsewhere(browser, email);
    await waitUntilInteractive(page);
    const password = section(page, "Password");
    await password.getByLabel("Current password").fill("not this one");
    await password.getByLabel("New password").fill("x".repeat(201));
    await password.getByRole("button", { name: "Change password" }).click();
    await expect(password.getByText("Use 8 to 200 characters")).toBeVisible();
    await password.getByLabel("New password").fill(NEW_PASSWORD);
    await password.getByRole("button", { name: "Change password" }).click();
    await expect(password.getByRole("alert")).toHaveText("Wrong password. Try again.");
    await password.getByLabel("Current password").fill(PASSWORD);
    await password.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Password saved")).toBeVisible();
    await expectSignedOut(other);
    await signIn(other, email, NEW_PASSWORD);
    await other.close();
  });

  test("chooses theme and language, and keeps the theme", async () => {
    const html = page.locator("html");
    await page.getByText("Dark", { exact: true }).click();
    await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
    await page.reload();
    await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
    await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
    await page.getByRole("navigation", { name: "Language" }).getByRole("link", { name: "中文" }).click();
    await expect(page).toHaveURL(/\/zh\/account$/);
    await expect(page.getByRole("heading", { level: 1, name: "设置" })).toBeVisible();
  });

  test("deletes the account after its address and password, and nobody can sign in again", async ({ browser }) => {
    const other = await signInElsewhere(browser, email, NEW_PASSWORD);
    await openSignedIn(page, "/account");
    await page.getByRole("button", { name: "Delete account…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await expect(dialog).toContainText("You lose your credits: 200.");
    await dialog.getByLabel(`Type ${email} to confirm`).fill("somebody@example.com");
    await dialog.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await expect(dialog).toContainText("That’s not this account’s email.");
    await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await expect(page).toHaveURL(/\/account\/deleted$/);
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
    await expectSignedOut(other);
    await other.close();
    await page.goto("/sign-in");
    await page.getByLabel("Email", { exact: true }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page).toHaveURL(/\/sign-in/);
  });
});

test("an administrator's account cannot be deleted", async ({ page }) => {
  await becomeAdmin(page.context());
  await page.goto("/account");
  await expect(section(page, "Delete account")).toContainText("Administrators can’t be deleted.");
  await expect(page.getByRole("button", { name: "Delete account…" })).toHaveCount(0);
});

test("sends a signed-out user to sign in and back", async ({ page }) => {
  await page.goto("/account");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Faccount$/);
});
