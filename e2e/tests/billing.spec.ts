import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./expect-accessible";
import {
  balance,
  becomeAdmin,
  buy,
  createUser,
  escapeOverlay,
  followMailLink,
  MAIL_TIMEOUT_MS,
  makeChat,
  newestMail,
  openSignedIn,
  PACK_CREDITS,
  postSuccessfully,
  signUp,
  userIdOf,
} from "./test-user";

const CHAT_COST = 10;
/** The page polls for the payment every two seconds. */
const PURCHASE_TIMEOUT = { timeout: 40_000 };

/** The badge of a canceled plan names the day on which it ends. */
const CANCELS = /^Cancels [A-Z][a-z]{2} \d{1,2}, \d{4}$/;

const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Billing" }).getByRole("link", { name, exact: true });
const region = (page: Page, name: string) => page.getByRole("region", { name });

/** Pays at the provider's checkout, which returns to our page. */
async function pay(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/payment\/checkout\//);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
}

async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByLabel("Message", { exact: true }).fill(text);
  await page.getByRole("button", { name: /^Send ·/ }).click();
}

const offerDialog = (page: Page) => page.getByRole("dialog", { name: "Not enough credits" });

async function runOutInChat(page: Page): Promise<void> {
  await sendMessage(page, "What floats on water?");
  await expect(offerDialog(page)).toBeVisible();
}

test("sells credits where they run out and returns to that page", async ({ page }) => {
  await signUp(page, "/chat?from=test");
  await expect(balance(page)).toContainText("Low");
  await runOutInChat(page);
  await expect(offerDialog(page)).toContainText("You have 0 credits");
  await expect(offerDialog(page).getByRole("button", { name: "Get Starter monthly" })).toBeVisible();
  await expectAccessible(page);
  await escapeOverlay(page);
  await expect(offerDialog(page)).toBeHidden();

  await runOutInChat(page);
  await offerDialog(page).getByRole("button", { name: "Get 200 credits" }).click();
  await expect(page).toHaveURL(/\/payment\/checkout\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/chat\?from=test$/);
  await expect(balance(page)).toContainText("0 credits");

  await runOutInChat(page);
  await offerDialog(page).getByRole("button", { name: "Get 200 credits" }).click();
  await pay(page);
  await expect(page.getByText("200 credits added")).toBeVisible(PURCHASE_TIMEOUT);
  await expect(page).toHaveURL(/\/chat\?from=test$/);
  await expect(balance(page)).toContainText(`${PACK_CREDITS} credits`);
  await expect(balance(page)).not.toContainText("Low");
});

test("leads from the billing page back to the interrupted page", async ({ page }) => {
  await signUp(page, "/chat?from=test");
  await runOutInChat(page);
  await offerDialog(page).getByRole("link", { name: "See all plans" }).click();
  await expect(page).toHaveTitle("Billing · Genmint");
  await page.getByRole("button", { name: "Buy pack" }).click();
  await pay(page);
  const notice = page.getByRole("status").filter({ hasText: "200 credits added" });
  await expect(notice).toContainText("You now have 200 credits", PURCHASE_TIMEOUT);
  await notice.getByRole("link", { name: "Pick up where you left off" }).click();
  await expect(page).toHaveURL(/\/chat\?from=test$/);
});

test("lists every change of the balance, filters and exports them", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await makeChat(page.context(), "=SUM(A1) floats?");
  await openSignedIn(page, "/billing");
  await expect(balance(page)).toContainText(`${PACK_CREDITS - CHAT_COST} credits`);
  await tab(page, "Activity").click();
  await expect(page).toHaveURL("/billing?tab=activity");
  const ledger = region(page, "Credit history");
  await expect(ledger.getByRole("row")).toHaveCount(3);
  await expect(ledger).toContainText("190");

  await page.getByLabel("Type").selectOption("Chat");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(ledger.getByRole("row")).toHaveCount(2);
  await expect(ledger).not.toContainText("Credit pack");
  await expect(page).toHaveURL(/kind=chat/);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("genmint-ledger.csv");
  const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(lines[0]).toBe("date,change,balance_after,reason,reference,entry,api_key,api_key_id");
  expect(lines[1]).toContain(`,-${CHAT_COST},${PACK_CREDITS - CHAT_COST},chat_usage,`);
  expect(lines).toHaveLength(3);

  await page.getByLabel("From", { exact: true }).fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-31");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByText("No matches. Try other filters.")).toBeVisible();
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(page).toHaveURL("/billing?tab=activity");
  await expect(ledger.getByRole("row")).toHaveCount(3);

  await ledger.getByRole("link", { name: "=SUM(A1) floats?" }).click();
  await expect(page).toHaveURL(/\/chat\/.+/);
});

test("shows a printable receipt of a payment to its buyer alone", async ({ page, browser }) => {
  const email = await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, "/billing?tab=payments");
  await page.getByRole("link", { name: /^Receipt from/ }).click();
  await expect(page).toHaveTitle("Receipt · Genmint");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Receipt");
  await expect(page.getByRole("main").getByText(email)).toBeVisible();
  await expect(page.getByRole("row", { name: "Total $5.00" })).toBeVisible();
  await expect(page.getByText("Creem, our payment provider")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  const address = page.url();
  const stranger = await browser.newContext();
  await createUser(stranger);
  expect((await stranger.request.get(address)).status()).toBe(404);
  await stranger.close();
});

test("shows a yearly plan's instalments, opens the portal, and cancels at the period's end", async ({ page }) => {
  await signUp(page, "/billing");
  await page.getByRole("link", { name: "Yearly save 17%" }).click();
  await page.getByRole("button", { name: "Get Starter yearly", exact: true }).click();
  await pay(page);
  await expect(page.getByText("1,000 credits added")).toBeVisible(PURCHASE_TIMEOUT);
  await expect(page).toHaveURL(/\/billing$/);
  const instalments = page.getByRole("progressbar", { name: "1 of 12 instalments received" });
  await expect(instalments).toBeVisible();
  await expect(page.getByText("1 of 12 received, 11,000 credits to come")).toBeVisible();
  await expect(page.getByRole("button", { name: "Your plan" })).toBeDisabled();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Cancel Starter yearly" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel Starter yearly" });
  await expect(dialog).toContainText("You keep your 1,000 credits");
  await expect(dialog).toContainText("11 instalments, 11,000 credits in total");
  await dialog.getByRole("button", { name: "Keep plan" }).click();
  await expect(page.getByRole("button", { name: "Cancel Starter yearly" })).toBeFocused();
  await page.getByRole("button", { name: "Cancel Starter yearly" }).click();
  await dialog.getByRole("button", { name: "Cancel plan" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(CANCELS)).toBeVisible();
  await expect(page.getByText(/and is not renewed$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel Starter yearly" })).toBeHidden();

  await page.getByRole("button", { name: "Cards and invoices" }).click();
  await expect(page).toHaveURL(/\/payment\/portal\/cust_/);
  await expect(page.getByText("scheduled_cancel")).toBeVisible();
});

test("tells a yearly plan's buyer by mail and receipt what comes when", async ({ page }) => {
  const email = await signUp(page, "/billing");
  await buy(page.context(), "starter_yearly");
  const credits = "12,000 credits: 1,000 now, then 1,000 a month for 11 months";
  await followMailLink(page, email, "Your Genmint purchase");
  await expect(page).toHaveURL(/\/billing\/receipts\//);
  await expect(page.getByRole("main").getByText(credits)).toBeVisible();
  await expect(page.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4} – [A-Z][a-z]{2} \d{1,2}, \d{4}$/)).toBeVisible();
  await expect(page.getByRole("row", { name: "Tax $0" })).toBeVisible();
  await expect(page.getByRole("row", { name: "Total $290" })).toBeVisible();
  await expectAccessible(page);
  expect((await newestMail(page, email, "Your Genmint purchase")).text).toContain(credits);
});

test("resumes a canceled plan; a failure is shown next to the button, and the cancellation was mailed", async ({
  page,
}) => {
  const email = await signUp(page, "/billing");
  await buy(page.context(), "pro_monthly");
  await page.reload();
  await page.getByRole("button", { name: "Cancel Pro monthly" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel plan" }).click();
  await expect(page.getByText(CANCELS)).toBeVisible();
  await expect
    .poll(async () => (await newestMail(page, email)).subject, { timeout: MAIL_TIMEOUT_MS })
    .toMatch(/^Pro monthly ends on [A-Z]/);
  // In the place of buying the plan a second time too.
  const resumes = page.getByRole("button", { name: "Resume Pro monthly" });
  await expect(resumes).toHaveCount(2);
  await expect(resumes.first()).toBeFocused();
  await expect(page.getByRole("button", { name: "Get Pro monthly" })).toHaveCount(0);
  await page.goto("/pricing?cycle=monthly");
  await page.getByRole("button", { name: "Get Pro monthly" }).click();
  await expect(page).toHaveURL(/\/billing\?cycle=monthly#plans$/);
  await expect(resumes).toHaveCount(2);
  const resume = resumes.first();
  await page.route(/billing\.resume/, (route) => route.abort());
  await resume.click();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await page.unroute(/billing\.resume/);
  await resume.click();
  await expect(page.getByText(/^Pro monthly renews on/)).toBeVisible();
  await expect(page.getByText(CANCELS)).toBeHidden();
  await expect(page.getByRole("button", { name: "Cancel Pro monthly" })).toBeFocused();
});

test("changes the plan: the new one is paid, the old one renews no more", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context(), "starter_monthly");
  await openSignedIn(page, "/billing");
  await page.getByRole("button", { name: "Switch to Pro monthly" }).click();
  const dialog = page.getByRole("dialog", { name: "Switch to Pro monthly" });
  await expect(dialog).toContainText("You pay $99 now and get 10,000 credits right away with Pro monthly.");
  await expect(dialog).toContainText("Starter monthly won’t renew.");
  await dialog.getByRole("button", { name: "Continue to payment" }).click();
  await pay(page);
  await expect(page.getByText("10,000 credits added")).toBeVisible(PURCHASE_TIMEOUT);
  await expect(balance(page)).toContainText("11,000 credits");
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(CANCELS)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole("button", { name: "Cancel Pro monthly" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel Starter monthly" })).toBeHidden();
});

test("says of a plan that an administrator has given that nothing is paid for it", async ({ page, browser }) => {
  await createUser(page.context());
  const admin = await browser.newContext();
  await becomeAdmin(admin);
  const plan = { planKey: "pro_monthly", action: "upgrade" };
  await postSuccessfully(admin, `/api/admin/users/${await userIdOf(page.context())}/subscription`, plan);
  await admin.close();
  await openSignedIn(page, "/billing");
  await expect(page.getByText("You have this plan without a subscription")).toBeVisible();
  await expect(page.getByText("No plan yet")).toBeHidden();
});

test("leads old addresses to the tab with their section", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, "/billing#payments");
  await expect(page).toHaveURL("/billing?tab=payments#payments");
  await expect(region(page, "Payments")).toBeVisible();
  await page.goto("/billing?kind=purchase#ledger");
  await expect(tab(page, "Activity")).toHaveAttribute("aria-current", "page");
  await expect(region(page, "Credit history").getByRole("row")).toHaveCount(2);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("tabs, the filter and the cycle of the offers work by their addresses", async ({ page }) => {
    await createUser(page.context());
    await buy(page.context());
    await page.goto("/billing");
    await page.getByRole("link", { name: "Yearly save 17%" }).click();
    await expect(page.getByRole("button", { name: "Get Pro yearly" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Get Pro monthly" })).toHaveCount(0);
    await tab(page, "Payments").click();
    await expect(region(page, "Payments")).toContainText("$5");
    await expect(region(page, "Credit history")).toHaveCount(0);
    await tab(page, "Activity").click();
    await page.getByLabel("Type").selectOption("Chat");
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page).toHaveURL(/tab=activity&kind=chat/);
    await expect(page.getByText("No matches. Try other filters.")).toBeVisible();
  });
});

test("speaks Chinese", async ({ page }) => {
  await signUp(page, "/zh/billing");
  await expect(page).toHaveTitle("账单 · Genmint");
  await page.getByRole("link", { name: "使用记录" }).click();
  await expect(page.getByRole("heading", { name: "积分明细" })).toBeVisible();
  await expect(page.getByText("还没有变动。")).toBeVisible();
});
