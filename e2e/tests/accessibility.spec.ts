import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { VISITORS } from "../visitors";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const ALL_PAGES_TIMEOUT_MS = 300_000;
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

for (const visitor of VISITORS) {
  test(`nothing is wrong by WCAG 2.2 AA on any page of someone ${visitor.name}, in either theme`, async ({ page }) => {
    test.setTimeout(ALL_PAGES_TIMEOUT_MS);
    const paths = await visitor.arrive(page);
    const found: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      for (const path of paths) {
        await page.setViewportSize(colorScheme === "light" ? DESKTOP : PHONE);
        await page.goto(path, { waitUntil: "networkidle" });
        const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
        for (const { id, nodes } of violations)
          found.push(`${path} ${colorScheme}: ${id} at ${nodes[0]?.target.join(" ")}`);
      }
    }
    expect(found).toEqual([]);
  });
}
