import { createDb } from "@app/db/client/db";
import { expect, type Page, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import {
  balance,
  buy,
  callSuccessfully,
  createUser,
  escapeOverlay,
  makeChat,
  navigateTo,
  openSignedIn,
  postSuccessfully,
  userIdOf,
  waitUntilInteractive,
} from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

/** More than two pages of the library, and more than one of the credit history. */
const WORKS = 52;

/** Makes works that are called boat 1, boat 2 and so on. Returns their ids. */
async function makeWorks(page: Page): Promise<string[]> {
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  const ids: string[] = [];
  for (let number = 1; number <= WORKS; number += 1) {
    const work = { prompt: `boat ${number}`, imageUrl, size: "1K" };
    ids.push((await postSuccessfully<{ id: string }>(page.context(), "/api/image/generate", work)).id);
  }
  return ids;
}

test("Back to the library and to the credit history shows the pages that were loaded, as they are now", async ({
  page,
}) => {
  const context = page.context();
  await createUser(context);
  await buy(context, "pro_monthly");
  const [, second = ""] = await makeWorks(page);
  await openSignedIn(page, "/history");
  const main = page.getByRole("main");
  const works = main.getByRole("listitem").getByRole("link", { name: /^boat/ });
  const oldest = main.getByRole("listitem").getByRole("link", { name: "boat 1", exact: true });
  const dialog = page.getByRole("dialog");
  await expect(async () => {
    await works.last().scrollIntoViewIfNeeded();
    expect(await works.count()).toBe(WORKS);
  }).toPass();

  // From an opened work to the studio, and back.
  await oldest.click();
  await dialog.getByRole("link", { name: "Run again" }).click();
  await expect(page).toHaveTitle("Image · Genmint");
  await page.goBack();
  await expect(dialog.getByText("boat 1", { exact: true })).toBeVisible();
  await expect(works).toHaveCount(WORKS);
  await escapeOverlay(page);
  await expect(dialog).toBeHidden();
  await expect(works).toHaveCount(WORKS);
  await expect(oldest).toBeInViewport();

  // To another page, where the list changes, and back.
  await navigateTo(page, "Billing");
  await callSuccessfully(context, "history.delete", { id: second });
  await page.goBack();
  await expect(page).toHaveTitle("Library · Genmint");
  await expect(works).toHaveCount(WORKS - 1);
  await expect(main.getByRole("link", { name: "boat 2", exact: true })).toHaveCount(0);
  await expect(oldest).toBeInViewport();
  await page.reload();
  await waitUntilInteractive(page);
  await expect(works).toHaveCount(WORKS - 1);
  await expect(oldest).toBeInViewport();

  // Another list begins with its first page.
  await main.getByRole("link", { name: "Images" }).click();
  await expect(page).toHaveURL(/\?type=image$/);

  await openSignedIn(page, "/billing?tab=activity");
  const entries = page.getByRole("region", { name: "Credit history" }).getByRole("row");
  await page.getByRole("link", { name: "Load more" }).click();
  // With the plan's instalment and the row of the header.
  await expect(entries).toHaveCount(WORKS + 2);
  await entries.last().scrollIntoViewIfNeeded();
  await navigateTo(page, "Library");
  await page.goBack();
  await expect(entries).toHaveCount(WORKS + 2);
  await expect(entries.last()).toBeInViewport();
});

test("Back to the payments shows all that were loaded", async ({ page }) => {
  await createUser(page.context());
  const userId = await userIdOf(page.context());
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const ids = Array.from({ length: 51 }, (_, index) => `${userId}-${index}`);
  const paid = { provider: "creem", userId, amountCents: 500, type: "one_time", creditsGranted: 200 };
  await db.payment.createMany({ data: ids.map((id) => ({ id, providerPaymentId: id, ...paid })) });
  await openSignedIn(page, "/billing?tab=payments");
  await page.getByRole("link", { name: "Load more" }).click();
  const receipts = page.getByRole("region", { name: "Payments" }).getByRole("link", { name: /^Receipt/ });
  await expect(receipts).toHaveCount(ids.length);
  await receipts.last().click();
  await expect(page).toHaveURL(/\/receipts\//);
  await page.goBack();
  await expect(receipts).toHaveCount(ids.length);
  await expect(receipts.last()).toBeInViewport();
  // The ledger, which is verified after all tests, has no entries of them.
  await db.payment.deleteMany({ where: { userId } });
  await db.$disconnect();
});

test("the tab of a credit history that was loaded again reads the balance together with the history", async ({
  page,
}) => {
  const context = page.context();
  await createUser(context);
  await buy(context);
  // As after Back or a reload.
  await openSignedIn(page, "/billing?tab=activity&items=60");
  const before = await balance(page).textContent();
  const entries = page.getByRole("region", { name: "Credit history" }).getByRole("row");
  const count = await entries.count();
  // On another device.
  await makeChat(context, "What grows in spring?");
  await page.getByRole("navigation", { name: "Billing" }).getByRole("link", { name: "Activity" }).click();
  await expect(entries).toHaveCount(count + 1);
  await expect(balance(page)).not.toHaveText(before ?? "");
});
