import { readFile } from "node:fs/promises";
import { type Download, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./expect-accessible";
import { referencePicture } from "./reference-picture";
import { buy, createUser, escapeOverlay, navigateTo, openSignedIn, postSuccessfully } from "./test-user";

/** Its image has the same proportions. */
const PORTRAIT = { width: 400, height: 640 };
const WORKS = ["boat one", "boat two", "boat three", "boat four"];

test.describe.configure({ mode: "serial" });

let page: Page;

test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext();
  page = await context.newPage();
  await createUser(context);
  await buy(context);
  for (const prompt of WORKS) {
    const { buffer, mimeType } = await referencePicture(prompt === "boat one" ? PORTRAIT : undefined);
    const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
    await postSuccessfully(context, "/api/image/generate", { prompt, imageUrl });
  }
});
test.afterAll(() => page.context().close());

const main = () => page.getByRole("main");
const card = (prompt: string) => main().getByRole("listitem").filter({ hasText: prompt });
const cards = () => main().getByRole("listitem").filter({ hasText: /^boat/ });
const heart = (prompt: string) => card(prompt).getByRole("button", { name: "Favorite" });
const drawer = () => page.getByRole("dialog").filter({ hasText: "Run again" });
const bar = () => page.getByRole("region", { name: "Selection" });
const dialog = (name: string) => page.getByRole("dialog", { name });

/** Waits for a change that the page shows before the server has it. */
const saved = (procedure: string) => page.waitForResponse((response) => response.url().includes(procedure));

async function toggleHeart(prompt: string): Promise<void> {
  const response = saved("history.setFavorite");
  await heart(prompt).click();
  expect((await response).status()).toBe(200);
}

async function openWork(prompt: string): Promise<void> {
  await main().getByRole("link", { name: prompt, exact: true }).click();
  await expect(drawer()).toBeVisible();
}

async function closeWork(): Promise<void> {
  await escapeOverlay(page);
  await expect(drawer()).toHaveCount(0);
}

/** Selects with the keyboard, as with a screen reader. */
async function select(...prompts: string[]): Promise<void> {
  await page.getByRole("button", { name: "Select", exact: true }).click();
  for (const prompt of prompts) {
    await page.getByRole("checkbox", { name: `Select ${prompt}` }).focus();
    await page.keyboard.press("Space");
  }
  await expect(bar().getByText(`${prompts.length} selected`)).toBeVisible();
}

test("keeps the proportions of pictures without moving anything, also without JavaScript", async ({ browser }) => {
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ javaScriptEnabled: false, storageState });
  const plain = await context.newPage();
  await plain.goto("/history");
  const picture = plain.getByRole("img", { name: "boat one" });
  await expect(picture).toBeVisible();
  for (const width of [1440, 1024, 768, 390, 360]) {
    await plain.setViewportSize({ width, height: 900 });
    const ratio = await picture.evaluate((image: HTMLImageElement) => image.clientWidth / image.clientHeight);
    expect(Math.abs((ratio * PORTRAIT.height) / PORTRAIT.width - 1), `${width} px`).toBeLessThan(0.1);
  }
  await expect(plain.getByRole("button", { name: "Favorite" })).toHaveCount(0);
  await context.close();
});

test("marks favorites on cards, in the drawer and in the studio, and filters by them", async () => {
  await openSignedIn(page, "/history");
  await page.getByRole("link", { name: "Favorites" }).click();
  await expect(page.getByText("No favorites yet.")).toBeVisible();
  await page.getByRole("link", { name: "Show everything" }).click();
  await toggleHeart("boat one");
  await expect(heart("boat one")).toHaveAttribute("aria-pressed", "true");
  await openWork("boat two");
  const response = saved("history.setFavorite");
  await drawer().getByRole("button", { name: "Favorite" }).click();
  await response;
  await closeWork();
  await expect(heart("boat two")).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("link", { name: "Favorites" }).click();
  await expect(page).toHaveURL(/favorites=1/);
  await expect(cards()).toHaveCount(2);
  await toggleHeart("boat two");
  await page.reload();
  await expect(cards()).toHaveCount(1);
  await navigateTo(page, "Image");
  const studioHeart = main().getByRole("button", { name: "Favorite" });
  await expect(studioHeart).toHaveAttribute("aria-pressed", "false");
  const saving = saved("history.setFavorite");
  await studioHeart.click();
  await saving;
  await openSignedIn(page, "/history?favorites=1");
  await expect(card("boat four")).toBeVisible();
});

test("takes a heart back when the server refuses it", async () => {
  await openSignedIn(page, "/history");
  await page.route("**/api/trpc/history.setFavorite*", (route) => route.abort());
  await heart("boat three").click();
  await expect(page.getByText("Couldn’t save your favorite.")).toBeVisible();
  await expect(heart("boat three")).toHaveAttribute("aria-pressed", "false");
  await page.unroute("**/api/trpc/history.setFavorite*");
});

test("a closed work gives the focus back to its card, also after a dialog above it", async () => {
  await openSignedIn(page, "/history");
  for (const name of ["Share", "Delete"]) {
    await openWork("boat one");
    await drawer().getByRole("button", { name, exact: true }).click();
    const above = page.getByRole("dialog").filter({ has: page.locator(":focus") });
    await expect(above.filter({ hasNotText: "Run again" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await expect(drawer().getByRole("button", { name, exact: true })).toBeFocused();
    await closeWork();
    await expect(main().getByRole("link", { name: "boat one", exact: true })).toBeFocused();
  }
});

test("collects works", async () => {
  await openSignedIn(page, "/history");
  await page.getByRole("button", { name: "New collection" }).click();
  await dialog("New collection").getByLabel("Name").fill("  Trips ");
  await dialog("New collection").getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "Trips" })).toBeVisible();
  await expect(page).toHaveURL(/collection=/);
  await expect(page.getByText("Nothing here yet. Select items in your library")).toBeVisible();
  const address = page.url();
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect(cards()).toHaveCount(WORKS.length);
  await select("boat one", "boat three");
  await bar().getByRole("button", { name: "Add to collection" }).click();
  await dialog("Add to collection")
    .getByRole("button", { name: /^Trips/ })
    .click();
  await expect(page.getByText("Added to “Trips”")).toBeVisible();
  await page.goto(address);
  await expect(cards()).toHaveCount(2);
  await openWork("boat one");
  await drawer().getByRole("button", { name: "Add to collection" }).click();
  await expect(dialog("Add to collection").getByRole("button", { name: /^Trips/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await dialog("Add to collection").getByLabel("New collection").fill("TRIPS");
  await dialog("Add to collection").getByRole("button", { name: "Create and add" }).click();
  await expect(page.getByText("You already have a collection with this name.")).toBeVisible();
  await dialog("Add to collection")
    .getByRole("button", { name: /^Trips/ })
    .click();
  await expect(page.getByText("Removed from “Trips”")).toBeVisible();
  // The message may appear before the dialog has closed, and Escape closes the drawer only after that.
  await expect(dialog("Add to collection")).toHaveCount(0);
  await closeWork();
  await expect(cards()).toHaveCount(1);
});

test("renames a collection, takes works out of it, and deletes it without them", async () => {
  await page.getByRole("button", { name: "Rename" }).click();
  await dialog("Rename collection").getByLabel("Name").fill("Journeys");
  await dialog("Rename collection").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Journeys" })).toBeVisible();
  await select("boat three");
  await bar().getByRole("button", { name: "Remove from collection" }).click();
  await expect(cards()).toHaveCount(0);
  await page.getByRole("button", { name: "Delete collection" }).click();
  await expect(dialog("Delete “Journeys”?")).toContainText("Everything in it stays");
  await dialog("Delete “Journeys”?").getByRole("button", { name: "Delete collection" }).click();
  await expect(page).not.toHaveURL(/collection=/);
  await expect(cards()).toHaveCount(WORKS.length);
});

/** The names of the files in a ZIP, from the directory at its end. */
async function namesIn(download: Download): Promise<string[]> {
  const text = (await readFile(await download.path())).toString("latin1");
  const [, ...entries] = text.split("PK\u0001\u0002");
  return entries.map((entry) => /genmint-[\w-]+\.\w+/.exec(entry)?.[0] ?? "");
}

test("downloads several as a ZIP, and tells which did not arrive", async () => {
  await openSignedIn(page, "/history");
  await select("boat one", "boat two");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    bar().getByRole("button", { name: "Download ZIP" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^genmint-\d{4}-\d\d-\d\d\.zip$/);
  const names = await namesIn(download);
  expect(names.sort()).toEqual([
    expect.stringMatching(/^genmint-[\d-]+-boat-one\.\w+$/),
    expect.stringMatching(/^genmint-[\d-]+-boat-two\.\w+$/),
  ]);
  let refused = 0;
  await page.route("**/history/*/file", (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 502 }) : route.continue();
  });
  const [rest] = await Promise.all([
    page.waitForEvent("download"),
    bar().getByRole("button", { name: "Download ZIP" }).click(),
  ]);
  expect(await namesIn(rest)).toHaveLength(1);
  await expect(bar().getByRole("alert")).toContainText("1 file couldn’t be downloaded");
  await expect(bar().getByRole("alert")).toContainText(/boat (one|two)/);
  await page.unroute("**/history/*/file");
  await expectAccessible(page);
});

test("deletes several after asking", async () => {
  await bar().getByRole("button", { name: "Delete" }).click();
  await expect(dialog("Delete 2 items?").getByRole("button", { name: "Cancel" })).toBeFocused();
  await dialog("Delete 2 items?").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 items deleted")).toBeVisible();
  await expect(bar()).toHaveCount(0);
  await expect(cards()).toHaveCount(2);
  await page.reload();
  await expect(cards()).toHaveCount(2);
});

test("shares a work with anyone who has the link, until it stops", async ({ browser }) => {
  await openSignedIn(page, "/history");
  await openWork("boat three");
  await drawer().getByRole("button", { name: "Share" }).click();
  await expect(dialog("Share")).toContainText("Anyone with the link can see this.");
  await expect(dialog("Share").getByLabel("Show prompt")).not.toBeChecked();
  await dialog("Share").getByRole("button", { name: "Create link" }).click();
  const address = await dialog("Share").getByLabel("Link", { exact: true }).inputValue();
  await expectAccessible(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog("Share").getByRole("button", { name: "Copy link" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

  const context = await browser.newContext();
  const visitor = await context.newPage();
  const response = await visitor.goto(address);
  expect(response?.headers()["x-robots-tag"]).toBe("noindex");
  const picture = visitor.getByRole("img", { name: "Shared image" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(visitor.getByText("boat three")).toHaveCount(0);
  await expect(visitor.getByText("Pat Person")).toHaveCount(0);
  await expect(visitor.getByRole("link", { name: "Made with Genmint" })).toHaveAttribute("href", "/");
  await expectAccessible(visitor);
  await visitor.setViewportSize({ width: 390, height: 844 });
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);

  const saving = saved("sharing.save");
  await dialog("Share").getByLabel("Show prompt").check();
  await saving;
  await visitor.reload();
  await expect(visitor.getByText("boat three")).toBeVisible();

  const stopping = saved("sharing.stop");
  await dialog("Share").getByRole("button", { name: "Stop sharing" }).click();
  await stopping;
  await expect(dialog("Share").getByRole("button", { name: "Create link" })).toBeVisible();
  expect((await visitor.goto(address))?.status()).toBe(404);
  expect((await visitor.request.get(`${address}/file`)).status()).toBe(404);
  await context.close();
});

test("fits a phone, and speaks Chinese", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openSignedIn(page, "/zh/history");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("素材库");
  await page.getByRole("button", { name: "选择", exact: true }).click();
  await page.getByRole("checkbox", { name: "选择 boat four" }).check({ force: true });
  await expect(page.getByText("已选 1 项")).toBeVisible();
  await expect(page.getByRole("button", { name: "下载 ZIP" })).toBeInViewport();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});
