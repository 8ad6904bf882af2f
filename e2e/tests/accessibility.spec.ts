import { expect, type Page, test } from "@playwright/test";
import { AUDIENCES } from "./audiences";
import { findAccessibilityViolations } from "./expect-accessible";

const DESKTOP = { width: 1440, height: 900 };
const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 780 },
];
const ALL_PAGES_TIMEOUT_MS = 300_000;

for (const visitor of AUDIENCES) {
  test(`nothing is in the way of someone ${visitor.name} on any page, nor too wide for a phone`, async ({ page }) => {
    test.setTimeout(ALL_PAGES_TIMEOUT_MS);
    const found: string[] = [];
    for (const path of await visitor.arrive(page)) {
      await page.setViewportSize(DESKTOP);
      await page.goto(path, { waitUntil: "networkidle" });
      found.push(...(await findAccessibilityViolations(page)).map((barrier) => `${path} ${barrier}`));
      for (const phone of PHONES) {
        await page.setViewportSize(phone);
        await expect.poll(() => widthTooMuch(page), `${path} on a phone of ${phone.width} px`).toBeLessThanOrEqual(0);
      }
    }
    expect(found).toEqual([]);
  });
}

const widthTooMuch = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
