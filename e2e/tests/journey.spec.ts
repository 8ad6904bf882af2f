import { expect, type Page, test } from "@playwright/test";
import { referencePicture } from "./reference-picture";
import {
  ADMIN,
  balance,
  buyPack,
  navigateTo,
  PACK_CREDITS,
  PASSWORD,
  signInByForm,
  signUpByForm,
  waitUntilInteractive,
} from "./test-user";

/** Chat costs 10, an image 20, a video 50. */
const SPENT = 10 + 20 + 50;
const ADJUSTMENT = 35;

test.describe.configure({ mode: "serial" });

let page: Page;
let customer: string;
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
});
test.afterAll(() => page.close());

test("signs up and starts with no credits", async () => {
  customer = await signUpByForm(page);
  await expect(balance(page)).toContainText("Balance: 0 credits");
});

test("buys the pack at the provider's checkout and has 200 credits", async () => {
  await buyPack(page);
  await expect(page).toHaveURL(/\/billing$/);
  await page.getByRole("link", { name: "Activity", exact: true }).click();
  await expect(page.getByRole("region", { name: "Credit history" })).toContainText(`+${PACK_CREDITS}`);
});

test("chats for 10 credits", async () => {
  await navigateTo(page, "Chat");
  await page.getByLabel("Message", { exact: true }).fill("What floats on water?");
  await page.getByRole("button", { name: /^Send ·/ }).click();
  await expect(page.getByLabel("Messages")).toContainText("What floats on water?");
  await expect(page).toHaveURL(/\/chat\/.+/);
  await expect(balance(page)).toContainText(`${PACK_CREDITS - 10} credits`);
});

test("uploads a picture and makes an image from it", async () => {
  await navigateTo(page, "Image");
  await page.locator('input[type="file"]').setInputFiles(await referencePicture());
  await page.getByLabel("Prompt").fill("the boat at sunset");
  const generate = page.getByRole("button", { name: /^Generate/ });
  await expect(generate).toBeEnabled();
  await generate.click();
  const result = page.getByAltText("the boat at sunset");
  await expect(result).toBeVisible();
  await expect.poll(() => result.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(result).toHaveAttribute("src", /\/images\/[^/]+\/\d{13}_[a-z0-9]{6}\.(png|jpg|webp)$/);
});

test("makes a video that plays", async () => {
  await navigateTo(page, "Video");
  await page.getByLabel("Prompt").fill("a boat drifting");
  await page.getByRole("button", { name: /^Generate/ }).click();
  const video = page.locator("video").first();
  await expect(video).toBeVisible({ timeout: 60_000 });
  await expect(video).toHaveAttribute("src", /\/videos\/[^/]+\/\d{13}_[a-z0-9]{6}\.mp4$/);
  const played = await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
    await new Promise((resolve) => element.addEventListener("timeupdate", resolve, { once: true }));
    return { width: element.videoWidth, error: element.error };
  });
  expect(played.error).toBeNull();
  expect(played.width).toBeGreaterThan(0);
});

test("sees all of it in the history", async () => {
  await navigateTo(page, "Library");
  await expect(page.getByText("the boat at sunset")).toBeVisible();
  await expect(page.getByText("a boat drifting")).toBeVisible();
  await page.getByRole("link", { name: "Chats" }).click();
  await expect(page.getByText("What floats on water?")).toBeVisible();
});

test("signs out, and an administrator finds the customer and adjusts the credits", async () => {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await signInByForm(page, ADMIN.email, ADMIN.password);
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Search" }).fill(customer);
  await page.getByRole("searchbox", { name: "Search" }).press("Enter");
  await page.getByRole("link", { name: customer }).click();
  const credits = page.getByRole("definition").first();
  await expect(credits).toHaveText(String(PACK_CREDITS - SPENT));
  await waitUntilInteractive(page);
  await page.getByRole("button", { name: "Adjust credits" }).click();
  const adjust = page.getByRole("dialog");
  await adjust.getByLabel("Amount").fill(String(ADJUSTMENT));
  await adjust.getByLabel("Reason").fill("compensation");
  await adjust.getByRole("button", { name: "Adjust", exact: true }).click();
  await expect(credits).toHaveText(String(PACK_CREDITS - SPENT + ADJUSTMENT));
});

test("the ledger adds up to the balance", async () => {
  await page.context().clearCookies();
  await signInByForm(page, customer, PASSWORD);
  await expect(balance(page)).toContainText(`${PACK_CREDITS - SPENT + ADJUSTMENT} credits`);
  await navigateTo(page, "Billing");
  await page.getByRole("link", { name: "Activity", exact: true }).click();
  const ledger = page.getByRole("region", { name: "Credit history" });
  for (const change of [`+${PACK_CREDITS}`, "-10", "-20", "-50", `+${ADJUSTMENT}`])
    await expect(ledger).toContainText(change);
});

test("a customer is redirected from the administration to the dashboard, in any language", async () => {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/zh/admin/users");
  await expect(page).toHaveURL(/\/zh\/dashboard$/);
});
