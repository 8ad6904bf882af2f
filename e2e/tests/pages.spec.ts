import { expect, type Locator, type Page, test } from "@playwright/test";
import { AUDIENCES } from "./audiences";
import { findAccessibilityViolations } from "./expect-accessible";
import { referencePicture } from "./reference-picture";
import { becomeAdmin, buy, callSuccessfully, createUser, makeChat, openSignedIn, postSuccessfully } from "./test-user";

const DESKTOP = { width: 1440, height: 900 };
const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 780 },
];
const ALL_PAGES_TIMEOUT_MS = 300_000;

/** Collects what the browser refuses to load or run by the content security policy. */
async function watchPolicyViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("reportViolation", (violation: string) => violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      const report: unknown = Reflect.get(window, "reportViolation");
      if (typeof report === "function")
        report([location.pathname, violatedDirective, blockedURI, sourceFile].join(" "));
    });
  });
  return violations;
}

const OVERLAY_CLOSES_MS = 2_000;

/** Opens every menu and dialog of the page once: each adds styles of its own and locks the scrolling of the page. */
async function openOverlays(page: Page, opened: Set<string>): Promise<void> {
  const openers = page.locator("[aria-haspopup]:visible");
  const overlays = page.locator("[role=dialog]:visible, [role=menu]:visible, [role=listbox]:visible");
  const names = await openers.evaluateAll((elements) =>
    elements.map((element) => element.ariaLabel ?? element.textContent ?? ""),
  );
  for (const [index, name] of names.entries()) {
    if (opened.has(name)) continue;
    opened.add(name);
    await openers.nth(index).click();
    await expect(overlays).not.toHaveCount(0);
    // A key that is pressed before the overlay has the focus does not reach it.
    await expect(async () => {
      await page.keyboard.press("Escape");
      await expect(overlays).toHaveCount(0, { timeout: OVERLAY_CLOSES_MS });
    }).toPass({ timeout: OVERLAY_CLOSES_MS * 5 });
  }
}

// Independent of one another, and together a fifth of the time.
test.describe.configure({ mode: "parallel" });

for (const audience of AUDIENCES) {
  test(`every page for ${audience.name} is accessible, fits a phone and obeys its content security policy`, async ({
    page,
    context,
  }) => {
    test.setTimeout(ALL_PAGES_TIMEOUT_MS);
    const policyViolations = await watchPolicyViolations(page);
    const accessibilityViolations: string[] = [];
    const opened = new Set<string>();
    for (const path of await audience.signIn(context)) {
      await page.setViewportSize(DESKTOP);
      await page.goto(path, { waitUntil: "networkidle" });
      accessibilityViolations.push(...(await findAccessibilityViolations(page)).map((problem) => `${path} ${problem}`));
      for (const phone of PHONES) {
        await page.setViewportSize(phone);
        await expect.poll(() => overflowWidth(page), `${path} on a phone of ${phone.width} px`).toBeLessThanOrEqual(0);
      }
      await page.setViewportSize(DESKTOP);
      await openOverlays(page, opened);
    }
    expect(accessibilityViolations).toEqual([]);
    expect(policyViolations).toEqual([]);
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

const overflowWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

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
