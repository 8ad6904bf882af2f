import { expect, type Page, test } from "@playwright/test";
import { referencePicture } from "./reference-picture";
import { balance, buy, createUser, navigateTo, openSignedIn, waitUntilInteractive } from "./test-user";

test.describe.configure({ mode: "serial" });

let page: Page;
test.beforeAll(async ({ browser }) => {
  page = await browser.newPage();
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, "/dashboard");
});
test.afterAll(() => page.context().close());

const prompt = () => page.getByLabel("Prompt", { exact: true });
const generate = () => page.getByRole("button", { name: /^Generate/ });
const preview = () => page.getByAltText("Reference picture");

test("announces a finished video on another page, and shows it there without a reload", async () => {
  await navigateTo(page, "Video");
  let releaseResponses = () => {};
  const isReleased = new Promise<void>((resolve) => {
    releaseResponses = resolve;
  });
  await page.route("**/video.status*", async (route) => {
    await isReleased;
    await route.continue();
  });
  await prompt().fill("a boat drifting");
  await generate().click();
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
});

test("adds the words of its presets to the prompt, and says so before", async () => {
  const sent = page.waitForRequest("**/video.generate*");
  await page.route("**/video.generate*", (route) => route.abort());
  await prompt().fill("a boat drifting.");
  await page.getByRole("radio", { name: "Orbit" }).check();
  await page.getByRole("radio", { name: "Slow motion" }).check();
  await expect(
    page.getByText("Added to your prompt: the camera orbits around the subject, in slow motion"),
  ).toBeVisible();
  await generate().click();
  expect((await sent).postData()).toContain("a boat drifting. the camera orbits around the subject, in slow motion");
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await page.unroute("**/video.generate*");
  await page.getByRole("group", { name: "Camera" }).getByRole("radio", { name: "Any" }).check();
  await page.getByRole("group", { name: "Look" }).getByRole("radio", { name: "Any" }).check();
});

test("stops polling once no video is pending", async () => {
  const polls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("video.status")) polls.push(request.url());
  });
  await page.reload();
  await expect(page.getByRole("article", { name: "a boat drifting" }).locator("video")).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(polls).toEqual([]);
});

test("makes a video from a picture, and says why one failed", async () => {
  await page.getByText("Image", { exact: true }).last().click();
  await expect(page.getByText("Fixed camera", { exact: true })).toBeVisible();
  await prompt().fill("");
  await generate().click();
  await expect(page.getByText("Add a picture first.")).toBeVisible();
  await page.locator('input[type="file"]').setInputFiles(await referencePicture());
  await expect(preview()).toBeVisible();
  await prompt().fill("the sail moves [empty]");
  await generate().click();
  const card = page.getByRole("article", { name: "the sail moves [empty]" });
  await expect(card.getByRole("alert")).toContainText("The video couldn’t be generated.", { timeout: 60_000 });
  await expect(card.getByRole("alert")).toContainText("aren’t refunded");
  await page.reload();
  await waitUntilInteractive(page);
  await prompt().fill("something else");
  await card.getByRole("button", { name: "Try again with these settings" }).click();
  await expect(prompt()).toHaveValue("the sail moves [empty]");
  await expect(preview()).toBeVisible();
});

test("resumes polling a video after a reload", async () => {
  await page.getByText("Text", { exact: true }).click();
  await prompt().fill("a glacier [slow]");
  await generate().click();
  const card = page.getByRole("article", { name: "a glacier [slow]" });
  await expect(card).toContainText(/In the queue|Generating/);
  await expect(balance(page)).toContainText("50 credits");
  await page.reload();
  await expect(card).toContainText("Generating");
  await expect(card).toContainText(/\d:\d\d/);
});
