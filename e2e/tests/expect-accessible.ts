import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const WCAG_2_2_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** The rules whose result depends on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Violations of WCAG 2.2 AA on the page as it is shown, and of its colors in the dark theme too. Rules in `without` are skipped. */
export async function findAccessibilityViolations(page: Page, { without = [] as string[] } = {}): Promise<string[]> {
  // axe runs in the page itself, once per document. A frame would need an axe of its own.
  expect(page.frames()).toHaveLength(1);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const problems: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    await page.evaluate(finishTransitions);
    const violations = await page.evaluate(runAxe, {
      runOnly: colorScheme === "light" ? WCAG_2_2_AA : COLOR_RULES.filter((rule) => !without.includes(rule)),
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    });
    problems.push(...violations.map(({ id, nodes }) => `${colorScheme}: ${id} at ${nodes.join(" ")}`));
  }
  await page.emulateMedia({ colorScheme: "light" });
  return problems;
}

export async function expectAccessible(page: Page, options?: { without: string[] }): Promise<void> {
  expect(await findAccessibilityViolations(page, options)).toEqual([]);
}

/** Runs in the page. Returns the violated rules with the HTML of their elements. */
const runAxe = async (options: axe.RunOptions) => {
  const { violations } = await window.axe.run({ ...options, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
};

/** Ends colour transitions at once: contrast measured between two themes is of neither. */
const finishTransitions = () => {
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
};
