import { createDb } from "@app/db/client/db";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../tests/expect-accessible";
import { referencePicture } from "../tests/reference-picture";
import {
  becomeAdmin,
  buy,
  callSuccessfully,
  createUser,
  escapeOverlay,
  hold,
  makeChat,
  navigateTo,
  openSignedIn,
  postSuccessfully,
  userIdOf,
} from "../tests/test-user";

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
  const readAgain = page.waitForResponse(/api\/trpc\/history\.list|\/history\.data\?items=/);
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

/** More than one page of the library. */
const IMAGES = 26;
const PAGE_ITEMS = 24;

test("the library loads more at the end of the list, and pages and searches without JavaScript", async ({
  page,
  browser,
}) => {
  await createUser(page.context());
  await buy(page.context(), "starter_monthly");
  await makeWorks(
    page,
    Array.from({ length: IMAGES }, (_, index) => `boat ${index + 1}`),
  );
  await openSignedIn(page, "/history");
  const cards = page.getByRole("main").getByRole("link", { name: /boat/ });
  await expect(cards).toHaveCount(PAGE_ITEMS);
  await cards.last().scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(IMAGES);
  await expect(page.getByText(`${IMAGES} shown`)).toBeVisible();

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto("/history");
  await expect(plain.getByRole("link", { name: /^boat/ })).toHaveCount(PAGE_ITEMS);
  await plain.getByRole("link", { name: "Load more" }).click();
  await expect(plain.getByRole("link", { name: /^boat/ })).toHaveCount(IMAGES - PAGE_ITEMS);
  await plain.goto("/history");
  await plain.getByLabel("Search prompts").fill("boat 26");
  await plain.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(plain.getByRole("link", { name: /^boat/ })).toHaveCount(1);
  await context.close();
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

test("lists all payments, also those before the newest 50", async ({ page }) => {
  await createUser(page.context());
  const userId = await userIdOf(page.context());
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const ids = Array.from({ length: 51 }, (_, index) => `${userId}-${index}`);
  const paid = { provider: "creem", userId, amountCents: 500, type: "one_time", creditsGranted: 200 };
  await db.payment.createMany({ data: ids.map((id) => ({ id, providerPaymentId: id, ...paid })) });
  await openSignedIn(page, "/billing?tab=payments");
  await page.getByRole("link", { name: "Load more" }).click();
  // With the row of the header.
  await expect(page.getByRole("region", { name: "Payments" }).getByRole("row")).toHaveCount(ids.length + 1);
  // The ledger, which is verified after all tests, has no entries of them.
  await db.payment.deleteMany({ where: { userId } });
  await db.$disconnect();
});

test("a long chat shows its newest messages, and the earlier ones when asked", async ({ browser }) => {
  const context = await browser.newContext();
  await createUser(context);
  await buy(context);
  const address = await makeChat(context, "What grows in spring?");
  const next = { message: "And in summer?", sessionId: address.split("/").at(-1) };
  await callSuccessfully(context, "chat.send", next);
  const reader = await context.newPage();
  // As if two messages were the most that are shown at once.
  await openSignedIn(reader, `${address}?messages=2`);
  const messages = reader.getByRole("region", { name: "Messages" });
  const questions = messages.getByRole("article").filter({ has: reader.getByRole("heading", { name: "You" }) });
  const earlier = messages.getByRole("link", { name: "Show earlier messages" });
  await expect(questions).toContainText(["And in summer?"]);
  await expectAccessible(reader);
  await earlier.click();
  await expect(questions).toContainText(["What grows in spring?", "And in summer?"]);
  await expect(earlier).toHaveCount(0);
  await context.close();
});

test("cuts what is pasted into a search or filter to the length that is accepted", async ({ page }) => {
  await becomeAdmin(page.context());
  const fields = { users: "search", credits: "user", audit: "actor", webhooks: "eventType" };
  for (const [list, name] of Object.entries(fields)) {
    await openSignedIn(page, `/admin/${list}`);
    const field = page.locator(`input[name="${name}"]`);
    await field.focus();
    await page.keyboard.insertText("x".repeat(300));
    await field.press("Enter");
    await expect(page.getByText("No matches.")).toBeVisible();
  }
});

test("keeps a sort order that is still loading when a search is sent", async ({ page }) => {
  const email = await createUser(page.context());
  await becomeAdmin(page.context());
  await openSignedIn(page, "/admin/users");
  const isSorted = (url: URL) => url.pathname.endsWith("/admin/users.data") && url.searchParams.has("sort");
  await page.route(isSorted, () => undefined, { times: 1 });
  await page.getByRole("link", { name: "Email", exact: true }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  const field = page.getByRole("searchbox", { name: "Search" });
  await field.fill(email);
  await field.press("Enter");
  await expect(page).toHaveURL(/sort=email&direction=asc&search=/);
  await expect(page.getByRole("row").filter({ hasText: email })).toBeVisible();
});

for (const view of ["Grid", "List"])
  test(`after works were opened and closed in the library, Back leads to the page before it (${view})`, async ({
    page,
  }) => {
    await createUser(page.context());
    await buy(page.context());
    await makeWorks(page, ["boat 1", "boat 2"]);
    await openSignedIn(page, "/dashboard");
    await navigateTo(page, "Library");
    await page.getByRole("link", { name: view, exact: true }).click();
    const dialog = page.getByRole("dialog");
    for (const name of ["boat 1", "boat 2"]) {
      await page.getByRole("main").getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(/[?&]id=/);
      await expect(dialog.getByText(name, { exact: true })).toBeVisible();
      await escapeOverlay(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(page).toHaveTitle("Library · Genmint");
    }
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
    // Forward shows the list, and the last work after it, which can be closed again.
    await page.goForward();
    await page.goForward();
    await expect(dialog.getByText("boat 2", { exact: true })).toBeVisible();
    await escapeOverlay(page);
    await expect(dialog).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

test("closing a work that was opened while the other view was loading keeps that view", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await makeWorks(page, ["boat"]);
  await openSignedIn(page, "/history");
  const showView = await hold(page, /\/history\.data\?view=list/);
  await page.getByRole("link", { name: "List", exact: true }).click();
  await page.getByRole("main").getByRole("link", { name: "boat", exact: true }).click();
  await expect(page.getByRole("dialog").getByText("boat", { exact: true })).toBeVisible();
  showView();
  await expect(page).toHaveURL(/[?&]id=/);
  await escapeOverlay(page);
  await expect(page).toHaveURL(/\/history\?view=list$/);
});
