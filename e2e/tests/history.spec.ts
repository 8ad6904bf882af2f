import { readFile } from "node:fs/promises";
import { createDb } from "@app/db/client/db";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./expect-accessible";
import { referencePicture } from "./reference-picture";
import {
  becomeAdmin,
  buy,
  createUser,
  escapeOverlay,
  navigateTo,
  openSignedIn,
  postSuccessfully,
  signUp,
  userIdOf,
} from "./test-user";

test.describe.configure({ mode: "serial" });

let page: Page;
let reference: string;

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext();
  page = await context.newPage();
  const { buffer, mimeType } = await referencePicture();
  reference = `data:${mimeType};base64,${buffer.toString("base64")}`;
  await createUser(context);
  await buy(context);
  await makeImages(["boat 25", "boat 26"]);
});
test.afterAll(() => page.context().close());

async function makeImages(prompts: readonly string[]): Promise<void> {
  for (const prompt of prompts)
    await postSuccessfully(page.context(), "/api/image/generate", { prompt, imageUrl: reference, size: "1K" });
}

const cards = () => page.getByRole("main").getByRole("link", { name: /boat|kite/ });
const drawer = () => page.getByRole("dialog");
const open = async (name: string) => {
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
  // The drawer opens before its address is there.
  await expect(page).toHaveURL(/[?&]id=/);
  await expect(drawer().getByText(name, { exact: true })).toBeVisible();
  const { width } = page.viewportSize() ?? { width: 0 };
  const rightEdge = async () => {
    const box = await drawer().boundingBox();
    return box && box.x + box.width;
  };
  await expect.poll(rightEdge).toBe(width);
};

test("an empty history says how to begin", async ({ browser }) => {
  const context = await browser.newContext();
  const newcomer = await context.newPage();
  await signUp(newcomer, "/history");
  await expect(newcomer.getByText("Nothing here yet. Make your first image or video.")).toBeVisible();
  await newcomer.getByRole("link", { name: "Videos" }).click();
  await expect(newcomer.getByRole("link", { name: "Create a video" })).toHaveAttribute("href", "/video");
  await context.close();
});

test("keeps search, filters and layout in the address", async () => {
  await page.request.post("/api/image/generate", {
    data: { prompt: "a kite [fail]", imageUrl: reference, size: "1K" },
  });
  await openSignedIn(page, "/history");
  await navigateTo(page, "Home");
  await navigateTo(page, "Library");
  await page.getByLabel("Search prompts").fill("KITE");
  await page.getByLabel("Search prompts").press("Enter");
  await expect(page).toHaveURL(/search=KITE/);
  await expect(cards()).toHaveCount(1);
  await page.getByLabel("Status").selectOption("completed");
  await expect(page.getByText("No matches. Try other filters.")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(/\/history$/);
  await expect(cards()).not.toHaveCount(0);
  await page.getByLabel("Until (UTC)").fill("2020-01-01");
  await expect(page).toHaveURL(/until=2020-01-01/);
  await expect(page.getByText("No matches. Try other filters.")).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Until (UTC)")).toHaveValue("");
  await expect(cards()).not.toHaveCount(0);
  await page.getByRole("link", { name: "List", exact: true }).click();
  await expect(page).toHaveURL(/view=list/);
  await expect(page.getByRole("listitem").filter({ hasText: "a kite" })).toContainText("Failed");
  await page.getByRole("link", { name: "Videos" }).click();
  await expect(page.getByText("No videos yet.")).toBeVisible();
});

test("shows why a generation failed and what it cost", async () => {
  await navigateTo(page, "Library");
  await open("a kite [fail]");
  await expect(drawer()).toContainText("This one failed");
  await expect(drawer()).toContainText("You were charged");
  await expect(drawer().getByRole("link", { name: "Download" })).toHaveCount(0);
  await expectAccessible(page);
});

test("a reason without spaces, such as an address, hides neither itself nor what was charged", async () => {
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const error = `Cannot read https://files.example/${"a".repeat(200)}`;
  const where = { userId: await userIdOf(page.context()), status: "failed" };
  const [failed] = await db.generationHistory.updateManyAndReturn({ where, data: { error } });
  await db.$disconnect();
  const tab = await page.context().newPage();
  await openSignedIn(tab, `/history?id=${failed?.id}`);
  const notice = tab.getByRole("note").filter({ hasText: "You were charged" });
  await expect(notice).toContainText("Cannot read https://");
  const isCutOff = (element: Element) =>
    [...element.querySelectorAll("*")].some((one) => one.scrollWidth > one.clientWidth);
  expect(await notice.evaluate(isCutOff)).toBe(false);
  await tab.close();
});

test("opens a generation at an address of its own, with its settings", async ({ browser }) => {
  await escapeOverlay(page);
  await expect(drawer()).toHaveCount(0);
  await expect(page).not.toHaveURL(/id=/);
  await expect(page.getByRole("link", { name: "a kite [fail]" })).toBeFocused();
  await open("boat 26");
  await expect(drawer()).toContainText("1K");
  await expect(drawer()).toContainText("20 credits");
  await expect(drawer().getByRole("link", { name: "Run again" })).toHaveAttribute("href", /^\/image\?from=.+/);
  const context = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await context.newPage();
  const response = await other.goto(page.url());
  expect(await response?.text()).toContain("Run again");
  await expect(other.getByRole("dialog").getByText("boat 26", { exact: true })).toBeVisible();
  await other.goto("/history?id=nothing");
  await expect(other.getByRole("dialog")).toContainText("We can’t find this.");
  await context.close();
});

test("copies prompt and link, and saves the file", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await drawer().getByRole("button", { name: "Copy prompt" }).click();
  expect(await clipboard()).toBe("boat 26");
  await drawer().getByRole("button", { name: "Copy library link" }).click();
  expect(await clipboard()).toBe(page.url());
  const downloading = page.waitForEvent("download");
  await drawer().getByRole("link", { name: "Download" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^genmint-\d{4}-\d\d-\d\d-boat-26\.(png|jpg|webp)$/);
  expect((await readFile(await download.path())).byteLength).toBeGreaterThan(1000);
});

test("deletes after asking; administrators still see it", async ({ browser }) => {
  await drawer().getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete this?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await escapeOverlay(page);
  await expect(question).toHaveCount(0);
  await expect(drawer().getByText("boat 26", { exact: true })).toBeVisible();
  const address = page.url();
  await drawer().getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(drawer()).toHaveCount(0);
  await expect(page.getByRole("link", { name: "boat 26" })).toHaveCount(0);
  await page.goto(address);
  await expect(drawer()).toContainText("We can’t find this.");
  await expect(page.getByRole("link", { name: "boat 26" })).toHaveCount(0);
  const admin = await browser.newPage();
  await becomeAdmin(admin.context());
  await openSignedIn(admin, `/admin/users/${await userIdOf(page.context())}?tab=generations`);
  await expect(admin.getByText("Deleted by the user")).toBeVisible();
  await admin.close();
});

test("fits a phone, and speaks Chinese", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of ["/history?show=chats", "/zh/history"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, address).toBeLessThanOrEqual(0);
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("素材库");
  await page.goto("/history");
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Status").selectOption("failed");
  await expect(cards()).toHaveCount(1);
  await open("a kite [fail]");
  await expect.poll(() => drawer().boundingBox()).toMatchObject({ x: 0, width: 390 });
});
