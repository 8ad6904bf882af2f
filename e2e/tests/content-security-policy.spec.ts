import { expect, type Page, test } from "@playwright/test";
import { AUDIENCES } from "./audiences";

const ALL_PAGES_TIMEOUT_MS = 300_000;

/** What the browser refused to load or run, as it reports it itself. */
async function watchViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("noteViolation", (violation: string) => violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) => {
      const note: unknown = Reflect.get(window, "noteViolation");
      if (typeof note === "function") note([location.pathname, violatedDirective, blockedURI, sourceFile].join(" "));
    });
  });
  return violations;
}

/** Opens whatever the page opens over itself: each brings styles of its own, and stops the page behind from scrolling. */
async function openEverything(page: Page, path: string, opened: Set<string>): Promise<void> {
  const openers = page.locator("[aria-haspopup]:visible");
  const names = await openers.evaluateAll((found) =>
    found.map((opener) => opener.ariaLabel ?? opener.textContent ?? ""),
  );
  for (const [index, name] of names.entries()) {
    if (opened.has(name)) continue;
    opened.add(name);
    await openers.nth(index).click();
    await page.goto(path, { waitUntil: "networkidle" });
  }
}

for (const visitor of AUDIENCES) {
  test(`no page shown to somebody ${visitor.name} breaks the policy it is sent with`, async ({ page }) => {
    test.setTimeout(ALL_PAGES_TIMEOUT_MS);
    const violations = await watchViolations(page);
    const opened = new Set<string>();
    for (const path of await visitor.arrive(page)) {
      await page.goto(path, { waitUntil: "networkidle" });
      await openEverything(page, path, opened);
    }
    expect(violations).toEqual([]);
  });
}
