import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const WCAG_2_2_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules whose result depends on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Violations of WCAG 2.2 AA on the page as it is shown, and of its colors in the dark theme too. Rules in `without` are skipped. */
export async function findAccessibilityViolations(page: Page, { without = [] as string[] } = {}): Promise<string[]> {
  const problems: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    await page.evaluate(finishTransitions);
    const axe = new AxeBuilder({ page });
    if (colorScheme === "light") axe.withTags(WCAG_2_2_AA).disableRules(without);
    else axe.withRules(COLOR_RULES.filter((rule) => !without.includes(rule)));
    const { violations } = await axe.analyze();
    problems.push(
      ...violations.map(({ id, nodes }) => `${colorScheme}: ${id} at ${nodes.map(({ html }) => html).join(" ")}`),
    );
  }
  await page.emulateMedia({ colorScheme: "light" });
  return problems;
}

export async function expectAccessible(page: Page, options?: { without: string[] }): Promise<void> {
  expect(await findAccessibilityViolations(page, options)).toEqual([]);
}

/** Waits for colour transitions: contrast measured between two themes is of neither. */
const finishTransitions = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
      .map(({ finished }) => finished),
  );
