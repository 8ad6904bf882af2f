import { expect, type Locator, type Page, test } from "@playwright/test";
import sharp from "sharp";
import { AUDIENCES } from "../tests/audiences";
import { auditPages } from "../tests/audit-pages";
import { referencePicture } from "../tests/reference-picture";
import {
  becomeAdmin,
  buy,
  callSuccessfully,
  createUser,
  makeChat,
  openSignedIn,
  postSuccessfully,
  signUp,
} from "../tests/test-user";

const ALL_PAGES_TIMEOUT_MS = 300_000;

test.describe.configure({ mode: "parallel" });

for (const { name, signIn } of AUDIENCES) {
  test(`every page for ${name} is accessible, fits a phone and obeys its content security policy`, async ({
    page,
    context,
  }) => {
    test.setTimeout(ALL_PAGES_TIMEOUT_MS);
    const { main, others } = await signIn(context);
    await auditPages(page, [...main, ...others]);
  });
}

const TAB_STOPS_MAX = 100;

/** Presses Shift+Tab through the whole page. Expects that nothing in `content` has the focus below `cover`. Returns the number of stops there. */
async function tabBackUncovered(page: Page, content: Locator, cover: Locator): Promise<number> {
  const elements = { content: await content.elementHandle(), cover: await cover.elementHandle() };
  let stops = 0;
  for (let pressed = 0; pressed < TAB_STOPS_MAX; pressed += 1) {
    await page.keyboard.press("Shift+Tab");
    const focused = await page.evaluate(measureFocused, elements);
    if (focused === null) continue;
    expect(focused.uncovered, focused.text).toBeGreaterThan(0);
    stops += 1;
  }
  return stops;
}

/** Runs in the page. How far what has the focus reaches below the cover, in px; null while the focus is not within the content. */
const measureFocused = ({ content, cover }: { content: Element | null; cover: Element | null }) => {
  const focused = content?.querySelector(":focus");
  if (!focused || !cover) return null;
  const uncovered = focused.getBoundingClientRect().bottom - cover.getBoundingClientRect().bottom;
  return { text: focused.textContent, uncovered };
};

test("what gets the focus from the keyboard is not hidden by the fixed header", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto("/pricing", { waitUntil: "networkidle" });
  expect(await tabBackUncovered(page, page.getByRole("main"), page.getByRole("banner"))).toBeGreaterThan(10);
});

const KEYS = 15;

test("what gets the focus from the keyboard is not hidden by the sticky header of a table", async ({
  page,
  context,
}) => {
  const email = await createUser(context);
  for (let index = 0; index < KEYS; index += 1)
    await callSuccessfully(context, "apiKeys.create", { name: `k${index}` });
  await becomeAdmin(context);
  await page.setViewportSize({ width: 1280, height: 640 });
  await openSignedIn(page, `/admin/audit?actor=${encodeURIComponent(email)}`);
  const table = page.getByRole("region", { name: "Audit log" });
  await expect(table.getByRole("row")).toHaveCount(KEYS + 1);
  const rows = table.locator("tbody");
  expect(await tabBackUncovered(page, rows, table.locator("th").first())).toBeGreaterThan(KEYS);
});

test("pages are printed in the light colour scheme, and stay dark on the screen", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/pricing", { waitUntil: "networkidle" });
  const colors = () =>
    page.evaluate(() => [getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]);
  const onScreen = await colors();
  const printed = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        addEventListener("beforeprint", () => {
          const { color, backgroundColor } = getComputedStyle(document.body);
          resolve([color, backgroundColor]);
        });
      }),
  );
  await page.pdf();
  await expect.poll(colors).toEqual(onScreen);
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(colors).toEqual(await printed);
  expect(await printed).not.toEqual(onScreen);
});

/** Shows a name as long as it may be, without a space. */
const LONG_NAME = "W".repeat(60);

/** Whether everything in the dialog that has a text, or can be clicked, is within it from left to right. */
const fitsDialog = (page: Page) =>
  page
    .locator("[role=dialog]:visible")
    .last()
    .evaluate((dialog) => {
      const frame = dialog.getBoundingClientRect();
      const content = [...dialog.querySelectorAll("h2, p, button, [role=option], [role=option] *")];
      return content.every((element) => element.getBoundingClientRect().right <= frame.right + 1);
    });

test("long names and prompts fit into the dialogs and the palette", async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await createUser(context);
  await buy(context);
  await postSuccessfully(context, "/api/keys", { name: LONG_NAME }, 201);
  await callSuccessfully(context, "collections.create", { name: LONG_NAME });
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  for (const prompt of ["W".repeat(4_000), "a long prompt ".repeat(200)])
    await postSuccessfully(context, "/api/image/generate", { prompt, imageUrl });

  await openSignedIn(page, "/account");
  await page.getByRole("button", { name: `Revoke ${LONG_NAME}` }).click();
  await expect(page.getByRole("dialog").getByText(`Revoke “${LONG_NAME}”?`)).toBeVisible();
  expect(await fitsDialog(page), "the dialog about a key").toBe(true);

  await openSignedIn(page, "/history");
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Collection", { exact: true }).selectOption(LONG_NAME);
  await page.getByRole("button", { name: "Delete collection" }).click();
  await expect(page.getByRole("dialog").getByText(`Delete “${LONG_NAME}”?`)).toBeVisible();
  expect(await fitsDialog(page), "the dialog about a collection").toBe(true);

  await openSignedIn(page, "/dashboard");
  await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
  for (const query of ["WWWW", "a long prompt"]) {
    await page.getByRole("combobox").fill(query);
    const result = page.getByRole("option", { name: new RegExp(query) }).last();
    await expect(result).toBeVisible();
    expect(await fitsDialog(page), `the results for ${query}`).toBe(true);
    expect((await result.boundingBox())?.height ?? 0).toBeLessThan(120);
  }
});

/** Whether the picture of an element changes with `change`. */
async function looksDifferent(element: Locator, change: () => Promise<unknown>): Promise<boolean> {
  const before = await element.screenshot();
  await change();
  return !before.equals(await element.screenshot());
}

test("a switch in the settings follows a change in another tab", async ({ page, context }) => {
  await createUser(context);
  await openSignedIn(page, "/account");
  const other = await context.newPage();
  await openSignedIn(other, "/account");
  await expect(other.getByRole("switch")).toBeChecked();
  await page.getByText("Low balance").first().click();
  await expect(page.getByRole("switch")).not.toBeChecked();
  await expect(other.getByRole("switch")).not.toBeChecked();
});

test("with forced colors, what is chosen, whether a switch is on, and charts can be seen", async ({
  page,
  context,
}) => {
  await createUser(context);
  await buy(context);
  await makeChat(context, "Hello there");
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await openSignedIn(page, "/account");
  const mails = page.locator(".mantine-Switch-root");
  const toggle = async () => {
    await mails.getByText("Low balance").click();
    await page.mouse.move(0, 0);
    await expect(page.getByRole("switch")).not.toBeChecked();
  };
  expect(await looksDifferent(mails, toggle), "the switch").toBe(true);
  await openSignedIn(page, "/video");
  const modes = page.getByRole("radiogroup").first();
  const choose = async () => {
    await modes.getByText("Image").click();
    await page.mouse.move(0, 0);
    await expect(modes.getByRole("radio", { name: "Image" })).toBeChecked();
  };
  expect(await looksDifferent(modes, choose), "the choice").toBe(true);
  await openSignedIn(page, "/dashboard");
  const chart = page.getByRole("img", { name: /spent/i });
  const hide = (selector: string) =>
    chart.locator(selector).evaluateAll((elements) => {
      for (const element of elements) element.setAttribute("hidden", "");
    });
  // A bar in the color of the page would cover the lines behind it.
  await hide('[class*="tick"]');
  const hideBars = () => hide('div[style*="mint"]');
  expect(await looksDifferent(chart, hideBars), "the chart").toBe(true);
});

test("the link to the content is not printed over the text of a page", async ({ page }) => {
  await page.goto("/terms");
  const skipLink = page.getByRole("link", { name: "Skip to content" });
  await expect(skipLink).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(skipLink).toBeHidden();
  await expect(page.getByRole("heading", { name: "Terms" })).toBeVisible();
});

test("a printed receipt is not covered by a notification", async ({ page, context }) => {
  await createUser(context);
  await buy(context);
  await postSuccessfully(context, "/api/video/generate", { prompt: "a boat drifting" });
  await openSignedIn(page, "/billing?tab=payments");
  const toast = page.getByRole("alert").filter({ hasText: "Your video is ready" });
  await expect(toast).toBeVisible({ timeout: 60_000 });
  await page.getByRole("link", { name: /^Receipt from/ }).click();
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(toast).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await expect(toast).toBeVisible();
});

/** The colour of a link's pixel, as it is drawn: 8 px from the left, at the top or the bottom. */
async function colourOf(link: Locator, edge: "top" | "bottom"): Promise<number[]> {
  const picture = sharp(await link.screenshot());
  const { height } = await picture.metadata();
  const pixel = { left: 8, top: edge === "top" ? 8 : height - 2, width: 1, height: 1 };
  return [...(await picture.removeAlpha().extract(pixel).raw().toBuffer())];
}

test("the current page stands out in forced colours, in the navigation and in the tabs", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signUp(page, "/billing");
  await page.mouse.move(0, 0);
  const linkOf = (name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
  const pageOf = (name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
  expect(await colourOf(pageOf("Billing"), "top")).not.toEqual(await colourOf(pageOf("Image"), "top"));
  expect(await colourOf(linkOf("Plan"), "bottom")).not.toEqual(await colourOf(linkOf("Activity"), "bottom"));
});
