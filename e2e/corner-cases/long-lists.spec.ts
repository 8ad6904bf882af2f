import { expect, type Page, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import { buy, createUser, openSignedIn, postSuccessfully } from "../tests/test-user";

/** More than two pages of the library. */
const WORKS = 50;

async function makeWorks(page: Page, prompts: readonly string[]): Promise<void> {
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  for (const prompt of prompts)
    await postSuccessfully(page.context(), "/api/image/generate", { prompt, imageUrl, size: "1K" });
}

/** As when the user comes back to the tab. Waits until the list is read again. */
async function comeBack(page: Page): Promise<void> {
  const readAgain = page.waitForResponse(/api\/trpc\/history\.list/);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await readAgain;
}

test("the library keeps the pages that were loaded when the user comes back to its tab", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context(), "pro_monthly");
  await makeWorks(
    page,
    Array.from({ length: WORKS }, (_, index) => `boat ${index + 1}`),
  );
  await openSignedIn(page, "/history");
  const works = page.getByRole("main").getByRole("link", { name: /^boat/ });
  const oldest = page.getByRole("main").getByRole("link", { name: "boat 1", exact: true });
  await expect(async () => {
    await works.last().scrollIntoViewIfNeeded();
    expect(await works.count()).toBe(WORKS);
  }).toPass();
  // A work is open meanwhile.
  await oldest.click();
  await expect(page.getByRole("dialog").getByText("boat 1", { exact: true })).toBeVisible();
  await comeBack(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(works).toHaveCount(WORKS);
  await expect(oldest).toBeInViewport();
  // A program has made another one meanwhile.
  await makeWorks(page, ["boat new"]);
  await comeBack(page);
  await expect(works).toHaveCount(WORKS + 1);
  await expect(works.first()).toHaveAccessibleName("boat new");
  await expect(oldest).toBeInViewport();
});

const TWO_ROWS = 10;
const DESKTOP = { width: 1280, height: 720 };

test("a work that is to be selected by keyboard is not hidden by the bar of the selection", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await makeWorks(
    page,
    Array.from({ length: TWO_ROWS }, (_, index) => `boat ${index + 1}`),
  );
  await page.setViewportSize(DESKTOP);
  await openSignedIn(page, "/history");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const works = page.getByRole("main").getByRole("checkbox", { name: /^Select boat/ });
  await works.first().focus();
  await page.keyboard.press("Space");
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toBeVisible();
  for (let index = 1; index < TWO_ROWS; index += 1) {
    await works.nth(index).focus();
    const [work, cover] = await Promise.all([works.nth(index).boundingBox(), bar.boundingBox()]);
    expect(work?.y).toBeLessThan(cover?.y ?? 0);
  }
});
