import { expect, type Page, test } from "@playwright/test";
import { referencePicture } from "./reference-picture";
import {
  balance,
  becomeAdmin,
  buy,
  callSuccessfully,
  createUser,
  navigateTo,
  openSignedIn,
  waitUntilInteractive,
} from "./test-user";

// Most of the time passes in waiting for videos. So these tests do not wait for each other, and the name of the file is not the last one.
test.describe.configure({ mode: "parallel" });

/** Opens the page of videos as a new user who can pay for four of them. */
async function openStudio(page: Page): Promise<void> {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, "/video");
}

const prompt = (page: Page) => page.getByLabel("Prompt", { exact: true });
const generate = (page: Page) => page.getByRole("button", { name: /^Generate/ });

test("announces a finished video on another page, shows it there without a reload, and stops polling", async ({
  page,
}) => {
  await openStudio(page);
  let releaseResponses = () => {};
  const isReleased = new Promise<void>((resolve) => {
    releaseResponses = resolve;
  });
  await page.route("**/video.status*", async (route) => {
    await isReleased;
    await route.continue();
  });
  await prompt(page).fill("a boat drifting");
  await generate(page).click();
  const card = page.getByRole("article", { name: "a boat drifting" });
  await expect(card).toContainText(/0:0[1-9]/);
  await navigateTo(page, "Home");
  const recent = page.getByRole("main").getByRole("link", { name: /a boat drifting/ });
  await expect(recent).toBeVisible();
  await expect(page.getByRole("main").locator("video")).toHaveCount(0);
  releaseResponses();
  const toast = page.getByRole("alert").filter({ hasText: "Your video is ready" });
  await expect(toast).toContainText("a boat drifting", { timeout: 60_000 });
  await expect(page.getByRole("main").locator("video")).toHaveCount(1);
  await toast.getByRole("link", { name: "Watch" }).click();
  await expect(page).toHaveTitle("Video · Genmint");
  await expect(card.locator("video")).toBeVisible();
  await expect(balance(page)).toContainText("150 credits");
  const polls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("video.status")) polls.push(request.url());
  });
  await page.reload();
  await expect(card.locator("video")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(polls).toEqual([]);
});

test("adds the words of its presets to the prompt, and says so before", async ({ page }) => {
  await openStudio(page);
  const sent = page.waitForRequest("**/video.generate*");
  await page.route("**/video.generate*", (route) => route.abort());
  await prompt(page).fill("a boat drifting.");
  await page.getByRole("radio", { name: "Orbit" }).check();
  await page.getByRole("radio", { name: "Slow motion" }).check();
  const added = page.getByText("Added to your prompt: the camera orbits around the subject, in slow motion");
  await expect(added).toBeVisible();
  await generate(page).click();
  expect((await sent).postData()).toContain("a boat drifting. the camera orbits around the subject, in slow motion");
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await page.getByRole("group", { name: "Camera" }).getByRole("radio", { name: "Any" }).check();
  await page.getByRole("group", { name: "Look" }).getByRole("radio", { name: "Any" }).check();
  await expect(page.getByText("Added to your prompt")).toHaveCount(0);
});

test("makes a video from a picture, and says why one failed, and that an administrator has refunded it", async ({
  page,
  browser,
}) => {
  await openStudio(page);
  const preview = page.getByAltText("Reference picture");
  await page.getByText("Image", { exact: true }).last().click();
  await expect(page.getByText("Fixed camera", { exact: true })).toBeVisible();
  await generate(page).click();
  await expect(page.getByText("Add a picture first.")).toBeVisible();
  await page.locator('input[type="file"]').setInputFiles(await referencePicture());
  await expect(preview).toBeVisible();
  await prompt(page).fill("the sail moves [empty]");
  const made = page.waitForResponse("**/video.generate*");
  await generate(page).click();
  const id = /"id":"([^"]+)"/.exec(await (await made).text())?.[1];
  const card = page.getByRole("article", { name: "the sail moves [empty]" });
  await expect(card.getByRole("alert")).toContainText("The video couldn’t be generated.", { timeout: 60_000 });
  await expect(card.getByRole("alert")).toContainText("aren’t refunded");
  await page.reload();
  await waitUntilInteractive(page);
  await prompt(page).fill("something else");
  await card.getByRole("button", { name: "Try again with these settings" }).click();
  await expect(prompt(page)).toHaveValue("the sail moves [empty]");
  await expect(preview).toBeVisible();
  const office = await browser.newContext();
  await becomeAdmin(office);
  await callSuccessfully(office, "admin.refundGeneration", { generationId: id });
  await office.close();
  await page.reload();
  await expect(card.getByRole("alert")).toContainText("Your credits were returned.");
  await openSignedIn(page, `/history?id=${id}`);
  await expect(page.getByRole("dialog")).toContainText("0 credits");
});

test("resumes polling a video after a reload", async ({ page }) => {
  await openStudio(page);
  await prompt(page).fill("a glacier [slow]");
  await generate(page).click();
  const card = page.getByRole("article", { name: "a glacier [slow]" });
  await expect(card).toContainText(/In the queue|Generating/);
  await expect(balance(page)).toContainText("150 credits");
  await page.reload();
  await expect(card).toContainText("Generating");
  await expect(card).toContainText(/\d:\d\d/);
});
