import { expect, type Page } from "@playwright/test";
import { findAccessibilityViolations } from "./expect-accessible";

const DESKTOP = { width: 1440, height: 900 };
const PHONES = [
  { width: 390, height: 844 },
  { width: 360, height: 780 },
];

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

const overflowWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Expects that each page is accessible in both themes, fits a phone, and obeys its content security policy, with its menus and dialogs too. */
export async function auditPages(page: Page, paths: readonly string[]): Promise<void> {
  const policyViolations = await watchPolicyViolations(page);
  const accessibilityViolations: string[] = [];
  const opened = new Set<string>();
  for (const path of paths) {
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
}
