import { expect, type Page, test } from "@playwright/test";
import { referencePicture } from "./reference-picture";

const PASSWORD = "correct horse battery";
const ADMIN = { email: "admin@genmint.test", password: "admin-genmint" };
const customer = `customer-${Date.now()}@example.com`;

/** Chat costs 10, an image 20, a video 50. */
const PACK = 200;
const SPENT = 10 + 20 + 50;
const ADJUSTMENT = 35;

test.describe.configure({ mode: "serial" });

let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
});
test.afterAll(() => page.close());

const balance = () => page.getByRole("banner").getByRole("link", { name: /^Balance:/ });
/** Waits for the page it goes to: the image and the video page both have a prompt to fill. */
async function go(name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveTitle(`${name} · Genmint`);
}

async function signIn(email: string, password: string): Promise<void> {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
}

test("signs up and starts with no credits", async () => {
  await page.goto("/sign-up");
  await page.getByLabel(/^Name/).fill("Cora Customer");
  await page.getByLabel("E-mail", { exact: true }).fill(customer);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(balance()).toContainText("Balance: 0 credits");
});

test("buys the pack at the provider's checkout and has 200 credits", async () => {
  await go("Billing");
  await page.getByRole("button", { name: "Buy the pack" }).click();
  await expect(page).toHaveURL(/\/payment\/checkout\//);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(page).toHaveURL(/\/billing\?success=1/);
  await expect(balance()).toContainText(`${PACK} credits`);
  await expect(page).toHaveURL(/\/billing$/);
  await expect(page.getByRole("region", { name: "Credit ledger" })).toContainText(`+${PACK}`);
});

test("gets an answer in chat, word by word, for 10 credits", async () => {
  await go("Chat");
  await page.getByLabel("Message", { exact: true }).fill("What floats on water?");
  await page.getByRole("button", { name: /^Send/ }).click();
  await expect(page.getByLabel("Messages")).toContainText("What floats on water?");
  await expect(page).toHaveURL(/\/chat\/.+/);
  await expect(balance()).toContainText(`${PACK - 10} credits`);
});

test("uploads a picture and makes an image from it", async () => {
  await go("Image");
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
  await go("Video");
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

test("finds all of it in the history", async () => {
  await go("History");
  await expect(page.getByText("the boat at sunset")).toBeVisible();
  await expect(page.getByText("a boat drifting")).toBeVisible();
  await page.getByRole("link", { name: "Chats" }).click();
  await expect(page.getByText("What floats on water?")).toBeVisible();
});

test("signs out, and an administrator finds the customer and adjusts the credits", async () => {
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
  await signIn(ADMIN.email, ADMIN.password);
  await page.goto("/admin/users");
  await page.getByLabel("Search").fill(customer);
  await page.getByLabel("Search").press("Enter");
  await page.getByRole("link", { name: customer }).click();
  const credits = page.getByRole("definition").first();
  await expect(credits).toHaveText(String(PACK - SPENT));
  const adjust = page.locator("form", { has: page.getByRole("heading", { name: "Adjust credits" }) });
  await adjust.getByLabel("Amount").fill(String(ADJUSTMENT));
  await adjust.getByLabel("Reason").fill("compensation");
  await adjust.getByRole("button", { name: "Adjust" }).click();
  await expect(credits).toHaveText(String(PACK - SPENT + ADJUSTMENT));
});

test("the ledger adds up to the balance", async () => {
  await page.context().clearCookies();
  await signIn(customer, PASSWORD);
  await expect(balance()).toContainText(`${PACK - SPENT + ADJUSTMENT} credits`);
  await go("Billing");
  const ledger = page.getByRole("region", { name: "Credit ledger" });
  for (const change of [`+${PACK}`, "-10", "-20", "-50", `+${ADJUSTMENT}`]) await expect(ledger).toContainText(change);
});

test("someone who is no administrator lands on the dashboard, in any language", async () => {
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/zh/admin/users");
  await expect(page).toHaveURL(/\/zh\/dashboard$/);
});
