import { expect, type Page, test } from "@playwright/test";
import {
  buy,
  createUser,
  escapeOverlay,
  navigateTo,
  openSignedIn,
  PASSWORD,
  postSuccessfully,
  signUp,
} from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

const OFFLINE = "This page stays as it is.";

const retry = (page: Page) => page.getByRole("button", { name: "Retry" });

test("the palette and a composer that open a page without a connection keep this one until it returns", async ({
  page,
  context,
}) => {
  await signUp(page, "/account");
  await page.getByLabel("Name", { exact: true }).fill("Unsaved Name");
  await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
  await page.getByRole("combobox").fill("Billing");
  await context.setOffline(true);
  await page.getByRole("combobox").press("Enter");
  await expect(page.getByText("Retry to open the page you chose.")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Unsaved Name");
  await context.setOffline(false);
  await retry(page).click();
  await expect(page).toHaveURL(/\/billing$/);
  await expect(retry(page)).toBeHidden();
  await openSignedIn(page, "/dashboard");
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  const composer = page.getByRole("main").getByRole("textbox").first();
  await composer.fill("A long thought");
  await composer.press("Enter");
  await expect(page.getByText("Retry to open the page you chose.")).toBeVisible();
  await context.setOffline(false);
  await retry(page).click();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("A long thought");
});

test("a form that is sent without a connection keeps its text, and is sent once it returns", async ({
  page,
  context,
}) => {
  await page.goto("/sign-up");
  const email = `offline-${Date.now()}@example.com`;
  await page.getByLabel(/^Name/).fill("Pat Person");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page.getByText(OFFLINE)).toBeHidden();
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  await context.setOffline(false);
  await retry(page).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a search without a connection keeps the library, and an opened work can be closed", async ({ page, context }) => {
  await signUp(page);
  await buy(context);
  await postSuccessfully(context, "/api/video/generate", { prompt: "a storm" });
  await openSignedIn(page, "/history");
  // Opening a work loads no page data that a lost connection could cut off. Here nothing responds to such a load.
  await page.route(/\/history\.data\?id=/, () => {});
  await page
    .getByRole("link", { name: /a storm/ })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await escapeOverlay(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("searchbox").fill("boat");
  await page.getByRole("searchbox").press("Enter");
  await expect(page.getByText("Retry to open the page you chose.")).toBeVisible();
  await expect(page.getByRole("link", { name: /a storm/ }).first()).toBeVisible();
  await context.setOffline(false);
  await retry(page).click();
  await expect(page).toHaveURL(/search=boat/);
});

test("without a network the page stays, and Retry opens what was chosen", async ({ page, context }) => {
  await createUser(context);
  await openSignedIn(page, "/dashboard");
  await context.setOffline(true);
  await expect(page.getByText("You’re offline")).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Billing" }).click();
  await expect(page.getByText("Retry to open the page you chose.")).toBeVisible();
  // On a phone its label is whole.
  await page.setViewportSize({ width: 390, height: 844 });
  const label = page.getByRole("button", { name: "Retry" }).getByText("Retry");
  expect(await label.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await context.setOffline(false);
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page).toHaveURL(/\/billing/);
  await expect(page.getByRole("button", { name: "Retry" })).toBeHidden();
});

test("Retry keeps the page while a Wi-Fi login page comes in place of the service", async ({ page, context }) => {
  await createUser(context);
  await openSignedIn(page, "/chat");
  const message = page.getByLabel("Message", { exact: true });
  await message.fill("Not sent yet");
  await context.setOffline(true);
  await expect(page.getByText("You’re offline")).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Billing" }).click();
  const retry = page.getByRole("button", { name: "Retry" });
  await expect(page.getByText("Retry to open the page you chose.")).toBeVisible();
  await page.route("**/*", (route) =>
    route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to the hotel</h1>" }),
  );
  await context.setOffline(false);
  const health = page.waitForResponse("**/healthz");
  await retry.click();
  await health;
  await expect(retry).toBeEnabled();
  await expect(message).toHaveValue("Not sent yet");
  await page.unroute("**/*");
  await retry.click();
  await expect(page).toHaveURL(/\/billing/);
  await expect(retry).toBeHidden();
});

test("a work that is opened without a connection leaves no entry in the browser's history when it is closed", async ({
  page,
  context,
}) => {
  await signUp(page);
  await buy(context);
  await postSuccessfully(context, "/api/video/generate", { prompt: "a storm" });
  await navigateTo(page, "Library");
  const work = page.getByRole("link", { name: /a storm/ }).first();
  await expect(work).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await work.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await escapeOverlay(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await context.setOffline(false);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});
