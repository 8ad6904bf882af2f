import { createDb } from "@app/db/client/db";
import { expect, type Page, test } from "@playwright/test";
import { balance, buy, createUser, hold, navigateTo, openSignedIn, postSuccessfully } from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

const prompt = (page: Page) => page.getByLabel("Prompt", { exact: true });
const generate = (page: Page) => page.getByRole("button", { name: /^Generate/ });

/** Opens the page of videos as a new user who can pay for four of them. */
async function openStudio(page: Page): Promise<void> {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, "/video");
}

test("says when it has stopped polling a video, and polls it again", async ({ page }) => {
  await page.clock.install();
  await openStudio(page);
  await prompt(page).fill("a glacier [slow]");
  await generate(page).click();
  const card = page.getByRole("article", { name: "a glacier [slow]" });
  await expect(card).toContainText("You can leave this page. We’ll tell you when it’s ready.");
  await expect(card).toContainText("Generating");
  await page.clock.fastForward("10:01");
  await expect(card).toContainText(
    "This page has stopped checking. The video will be in your library once it’s ready.",
  );
  await expect(card).not.toContainText("We’ll tell you when it’s ready.");
  const status = page.waitForResponse(/api\/trpc\/video\.status/);
  await card.getByRole("button", { name: "Check again" }).click();
  await expect(card).toContainText("We’ll tell you when it’s ready.");
  await page.clock.runFor("00:06");
  await status;
  await expect(card).toContainText("Generating");
});

test("a finished video whose file is gone says so", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  const { id } = await postSuccessfully(page.context(), "/api/video/generate", { prompt: "A storm" });
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  await db.generationHistory.update({
    where: { id: id ?? "" },
    data: { status: "completed", resultUrl: `${process.env["SANDBOX_URL"]}/storage/gone.mp4` },
  });
  await db.$disconnect();
  await openSignedIn(page, "/video");
  await expect(page.getByRole("article", { name: "A storm" })).toContainText("This video can’t be loaded.");
  await openSignedIn(page, `/history?id=${id}`);
  await expect(page.getByRole("dialog")).toContainText("This video can’t be loaded.");
});

test("a finished video that this browser cannot play is not called gone, and leads to its file", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  const { id } = await postSuccessfully(page.context(), "/api/video/generate", { prompt: "A storm" });
  const resultUrl = `${process.env["SANDBOX_URL"]}/storage/other-codec.mp4`;
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  await db.generationHistory.update({ where: { id: id ?? "" }, data: { status: "completed", resultUrl } });
  await db.$disconnect();
  // The file is there. No browser knows its codec.
  await page.route(resultUrl, (route) => route.fulfill({ contentType: "video/mp4", body: "not a known codec" }));
  await openSignedIn(page, "/video");
  const notice = page.getByRole("article", { name: "A storm" }).getByRole("status").last();
  await expect(notice).toContainText("can’t be loaded");
  await expect(notice).not.toContainText("its file is gone");
  await expect(notice).toContainText("download");
});

test("no video is announced any longer once the page that shows them is open", async ({ page }) => {
  await openStudio(page);
  const words = ["a boat drifting", "a train leaving"];
  const card = (name: string) => page.getByRole("article", { name });
  for (const word of words) {
    await prompt(page).fill(word);
    await generate(page).click();
    await expect(card(word)).toBeVisible();
  }
  await navigateTo(page, "Home");
  const toasts = page.getByRole("alert").filter({ hasText: "Your video is ready" });
  await expect(toasts).toHaveCount(words.length, { timeout: 60_000 });
  await toasts.first().getByRole("link", { name: "Watch" }).click();
  for (const word of words) await expect(card(word).locator("video")).toBeVisible();
  await expect(toasts).toHaveCount(0);
});

test("a video that one user is told of is not shown to the next one in the same tab", async ({ page, browser }) => {
  const other = await browser.newContext();
  await createUser(other);
  const nextUser = await other.cookies();
  await other.close();
  await openStudio(page);
  await prompt(page).fill("a secret boat");
  await generate(page).click();
  await expect(page.getByRole("article", { name: "a secret boat" })).toBeVisible();
  await navigateTo(page, "Home");
  const toast = page.getByRole("alert").filter({ hasText: "a secret boat" });
  await expect(toast).toBeVisible({ timeout: 60_000 });
  // In another tab another user signs in.
  await page.context().addCookies(nextUser);
  await navigateTo(page, "Billing");
  await expect(balance(page)).toHaveText(/\b0\s+credits/);
  await expect(toast).toBeHidden();
});

test("waiting for a video says when the session has ended in another tab, and goes on after signing in again", async ({
  page,
}) => {
  await openStudio(page);
  const session = await page.context().cookies();
  const status = await hold(page, /api\/trpc\/video\.status/);
  await prompt(page).fill("a slow boat");
  await generate(page).click();
  const card = page.getByRole("article", { name: "a slow boat" });
  await expect(card).toContainText("Checking…");
  // Signing out in another tab, and in again.
  await page.context().clearCookies();
  status();
  await expect(card).toContainText("You’ve been signed out.");
  await expect(card.getByRole("link", { name: "Sign in again" })).toBeVisible();
  await expect(card).not.toContainText("You can leave this page.");
  await page.context().addCookies(session);
  await expect(card.locator("video")).toBeVisible({ timeout: 60_000 });
});

test("forgets a video that was deleted in the library", async ({ page }) => {
  await openStudio(page);
  await prompt(page).fill("a boat drifting");
  await generate(page).click();
  const card = page.getByRole("article", { name: "a boat drifting" });
  await expect(card.locator("video")).toBeVisible({ timeout: 60_000 });
  await navigateTo(page, "Library");
  await page.getByRole("link", { name: "a boat drifting" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete" }).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "a boat drifting" })).toHaveCount(0);
  await navigateTo(page, "Video");
  await expect(generate(page)).toBeVisible();
  await expect(card).toHaveCount(0);
});
