import { expect, type Page, test } from "@playwright/test";

const JAVASCRIPT_MAX_KB = 170;

const card = (page: Page, name: string) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name, exact: true }) })
    .first();

test("shows samples and prices", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("One balance. Every idea.");
  for (const sample of await page.locator("main img").all()) {
    await sample.scrollIntoViewIfNeeded();
    await expect.poll(() => sample.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(sample).toHaveAttribute("alt", /.{10,}/);
  }
  const played = await page.locator("video").evaluate(async (video: HTMLVideoElement) => {
    await video.play();
    await new Promise((resolve) => video.addEventListener("timeupdate", resolve, { once: true }));
    return video.videoWidth;
  });
  expect(played).toBe(480);
  await page.getByRole("button", { name: "A slow flight over a mountain valley Pause" }).click();
  await page.getByRole("button", { name: "A slow flight over a mountain valley Play" }).click();
  await expect(page.getByText("Pause", { exact: true })).toBeVisible();
  await expect(card(page, "Simple prices")).toContainText("$29");
  await expect(card(page, "Simple prices")).toContainText("100 chat messages");
});

test("switches to the yearly prices in place", async ({ page }) => {
  await page.goto("/pricing");
  await expect(page).toHaveTitle("Pricing · Genmint");
  await page.getByRole("link", { name: "Yearly save 17%" }).click();
  await expect(page).toHaveURL("/pricing?cycle=yearly");
  await expect(page.getByText("1,000 now, then 1,000 a month for 11 months").first()).toBeVisible();
  await expect(page.getByText("2 months free").first()).toBeVisible();
  await page.getByRole("link", { name: "Get Starter yearly" }).click();
  await expect(page).toHaveTitle("Sign up · Genmint");
  await expect(page).toHaveURL(/callbackUrl=%2Fbilling%3Fbuy%3Dstarter_yearly/);
});

test("compares the offers of a cycle side by side, in a region that scrolls by keyboard on a phone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/?cycle=yearly#pricing");
  await page.getByRole("link", { name: "Compare side by side" }).click();
  await expect(page).toHaveURL("/pricing?cycle=yearly#compare");
  const table = page.getByRole("region", { name: "Compare side by side" });
  await expect(table.getByRole("columnheader")).toHaveText(["Starter", "Pro", "Credit pack"]);
  await expect(table.getByRole("row", { name: /^Price a month/ })).toContainText("$24.17 $290 a year");
  await expect(table.getByRole("row", { name: /^How credits arrive/ })).toContainText("1,000 now");
  const firstHeader = table.getByRole("rowheader").first();
  const before = await firstHeader.boundingBox();
  await table.focus();
  // More than once, because on a busy machine the first press may come before the page has settled.
  await expect
    .poll(async () => {
      await page.keyboard.press("ArrowRight");
      return table.evaluate((region) => region.scrollLeft);
    })
    .toBeGreaterThan(0);
  expect((await firstHeader.boundingBox())?.x).toBe(before?.x);
});

test("loads little JavaScript, and on a second visit no built file at all", async ({ page }) => {
  const sizes: Promise<{ responseBodySize: number }>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script" || request.url().endsWith(".js")) sizes.push(request.sizes());
  });
  // The last script. A slow browser is idle before it asks for it.
  const texts = page.waitForEvent("requestfinished", (request) => /\/assets\/en-[^/]+\.js$/.test(request.url()));
  await page.goto("/", { waitUntil: "networkidle" });
  await texts;
  const scripts = await Promise.all(sizes);
  const kilobytes = scripts.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0) / 1000;
  console.log(`JavaScript of the start page: ${kilobytes.toFixed(1)} kB compressed in ${scripts.length} files`);
  expect(scripts.length).toBeGreaterThan(5);
  expect(kilobytes).toBeLessThan(JAVASCRIPT_MAX_KB);

  await page.goto("/", { waitUntil: "networkidle" });
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.includes("/assets/"))
      .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).transferSize })),
  );
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter(({ bytes }) => bytes > 0)).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("has metadata for search engines and link previews", async ({ page, request, baseURL }) => {
    await page.goto("/zh/pricing?cycle=yearly");
    const content = (selector: string, name = "content") => page.locator(selector).getAttribute(name);
    expect(await page.title()).toBe("价格 · Genmint");
    expect(await content('link[rel="canonical"]', "href")).toBe(`${baseURL}/zh/pricing`);
    expect(await content('meta[property="og:url"]')).toBe(`${baseURL}/zh/pricing`);
    expect(await content('meta[property="og:title"]')).toBe("价格 · Genmint");
    expect(await content('meta[name="description"]')).toMatch(/积分/);
    const picture = await request.get((await content('meta[property="og:image"]')) ?? "");
    expect(picture.headers()["content-type"]).toBe("image/png");
  });

  test("everything on the pages works", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("link", { name: /^Yearly/ }).click();
    await expect(page).toHaveURL("/?cycle=yearly#pricing");
    await expect(page.getByText("10,000 now, then 10,000 a month for 11 months")).toBeVisible();
    await page.getByRole("link", { name: "Compare side by side" }).click();
    await expect(page.getByRole("row", { name: "Saved by paying yearly 17% 17%" })).toBeVisible();
    await page.goBack();
    const details = page.getByText("Credits aren’t refunded automatically", { exact: false });
    await expect(details).toBeHidden();
    await page.getByText("What if an image or a video fails?").click();
    await expect(details).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Pricing" }).click();
    await expect(page).toHaveTitle("Pricing · Genmint");
    await page.locator("footer").getByRole("link", { name: "中文" }).click();
    await expect(page).toHaveTitle("价格 · Genmint");
    await page.locator("footer").getByRole("link", { name: "登录" }).click();
    await expect(page).toHaveTitle("登录 · Genmint");
  });

  test("terms, privacy and contact are linked from every public page and from the sign-up form", async ({ page }) => {
    await page.goto("/sign-up");
    await page.getByRole("main").getByRole("link", { name: "Terms" }).click();
    await expect(page).toHaveTitle("Terms · Genmint");
    await expect(page.getByText("Unused credits don’t expire")).toBeVisible();
    await page.locator("footer").getByRole("link", { name: "Privacy" }).click();
    await expect(page).toHaveTitle("Privacy · Genmint");
    await page.locator("footer").getByRole("link", { name: "中文" }).click();
    await expect(page).toHaveTitle("隐私政策 · Genmint");
    await page.locator("footer").getByRole("link", { name: "联系我们" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("联系我们");
  });
});
