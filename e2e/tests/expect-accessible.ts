import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const WCAG_2_2_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What is in somebody's way on the page as it is shown, by WCAG 2.2 AA, in light and in dark. Rules named `without` are left out. */
export async function findAccessibilityViolations(page: Page, { without = [] as string[] } = {}): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    await page.evaluate(finishTransitions);
    const { violations } = await new AxeBuilder({ page }).withTags(WCAG_2_2_AA).disableRules(without).analyze();
    found.push(
      ...violations.map(({ id, nodes }) => `${colorScheme}: ${id} at ${nodes.map(({ html }) => html).join(" ")}`),
    );
  }
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

export async function expectAccessible(page: Page, options?: { without: string[] }): Promise<void> {
  expect(await findAccessibilityViolations(page, options)).toEqual([]);
}

/** Colours between two themes are nobody's. */
const finishTransitions = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
      .map(({ finished }) => finished),
  );
