import { expect, type Page, test } from "@playwright/test";
import { countTraffic, loadSlowly } from "../speed/page-load";
import { createUser, openSignedIn } from "./test-user";

/** Of an app page, with what it loads once it is interactive. */
const SCRIPTS_MAX_KB = 250;
const REQUESTS_MAX = 25;
const SHIFT_MAX = 0.02;

// Independent of one another, so the workers share them.
test.describe.configure({ mode: "parallel" });

/** What the header looks like by the styles that the page has at this moment. */
const headerStyles = (page: Page) =>
  page.getByRole("banner").evaluate((header) => {
    const styleOf = (selector: string) => getComputedStyle(header.querySelector(selector) ?? header);
    const reminder = header.querySelector("[role=note]");
    return {
      position: getComputedStyle(header).position,
      height: header.getBoundingClientRect().height,
      logoDisplay: styleOf("a").display,
      reminder: reminder ? getComputedStyle(reminder).display : null,
      accountBorder: styleOf("button:last-of-type").borderTopStyle,
    };
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the header and the banner of a signed-in user have their styles", async ({ page, context }) => {
    await createUser(context);
    await page.goto("/dashboard");
    expect(await headerStyles(page)).toMatchObject({ position: "fixed", logoDisplay: "inline-flex", reminder: "flex" });
    await expect(page.getByRole("note")).toBeVisible();
    // Playwright's locators by text and role pass over what is in a noscript element.
    await expect(page.locator("main noscript [role=alert]")).toContainText("Turn on JavaScript");
    await page.goto("/zh/image");
    await expect(page.locator("main noscript [role=alert]")).toContainText("请启用 JavaScript");
  });
});

test("the first paint has the same styles as the finished page", async ({ page, context }) => {
  await createUser(context);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/dashboard", { waitUntil: "commit" });
  await page.getByRole("banner").waitFor();
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const first = await headerStyles(page);
  release();
  await expect(page.locator("[data-signed-in=interactive]")).toBeAttached();
  expect(await headerStyles(page)).toEqual(first);
  expect(await page.locator("link[rel=stylesheet]").count()).toBe(1);
});

test("the start page does not move while it loads on a slow phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { cls } = await loadSlowly(page, "/");
  expect(cls).toBeLessThanOrEqual(SHIFT_MAX);
});

test("the pages of the app need few scripts", async ({ context }) => {
  await createUser(context);
  const paths = ["/dashboard", "/chat", "/image", "/video", "/history", "/billing", "/account"];
  // At once, because most of the time passes in waiting until a page is quiet.
  const measure = async (path: string) => ({ path, ...(await countTraffic(await context.newPage(), path)) });
  for (const { path, scriptBytes, scriptRequests } of await Promise.all(paths.map(measure))) {
    console.log(`${path}: ${Math.round(scriptBytes / 1000)} kB of scripts in ${scriptRequests} requests`);
    expect(scriptBytes / 1000, path).toBeLessThanOrEqual(SCRIPTS_MAX_KB);
    expect(scriptRequests, path).toBeLessThanOrEqual(REQUESTS_MAX);
  }
});

test("an address that does not exist has a title and leads on", async ({ page }) => {
  await page.goto("/missing");
  await expect(page).toHaveTitle("We can’t find that page · Genmint");
  await page.getByRole("main").getByRole("link", { name: "Plans and prices" }).click();
  await expect(page).toHaveTitle("Pricing · Genmint");
});

test("an address that does not exist keeps the navigation of a signed-in user", async ({ page, context }) => {
  await createUser(context);
  for (const path of ["/missing", "/missing/page", "/zh/missing"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    expect(await response?.headerValue("cache-control")).toContain("no-store");
    await expect(
      page
        .getByRole("navigation")
        .first()
        .getByRole("link", { name: /^(Library|素材库)$/ }),
    ).toBeVisible();
  }
});

test.describe("a visitor whose browser prefers Chinese", () => {
  test.use({ locale: "zh-CN" });

  test("is offered Chinese until they choose", async ({ page }) => {
    // The choice is remembered by the page's script.
    await page.goto("/pricing", { waitUntil: "networkidle" });
    await page.getByRole("link", { name: "查看本页的中文版" }).click();
    await expect(page).toHaveURL("/zh/pricing");
    await page.goto("/pricing");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "查看本页的中文版" })).toBeHidden();
  });

  test("can dismiss the offer", async ({ page }) => {
    await page.goto("/", { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "关闭" }).click();
    await expect(page.getByRole("link", { name: "查看本页的中文版" })).toBeHidden();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "查看本页的中文版" })).toBeHidden();
  });

  test("no other language is suggested to a visitor who has chosen one by its link", async ({ page }) => {
    await page.goto("/zh/pricing");
    await page.waitForLoadState("networkidle");
    await page.getByRole("banner").getByRole("link", { name: "English" }).click();
    await expect(page.getByRole("banner").getByRole("link", { name: "中文" })).toBeVisible();
    await expect(page.getByRole("complementary")).toHaveCount(0);
  });

  test("no other language is suggested to a user who has chosen one in the menu", async ({ page }) => {
    await createUser(page.context());
    await openSignedIn(page, "/zh/dashboard");
    await page.getByRole("button", { name: "语言" }).click();
    await page.getByRole("menuitem", { name: "English" }).click();
    await expect(page).toHaveTitle("Home · Genmint");
    await expect(page.getByRole("complementary")).toHaveCount(0);
  });
});
