import { expect, type Page, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import {
  balance,
  becomeAdmin,
  buy,
  callSuccessfully,
  createUser,
  hold,
  makeChat,
  navigateTo,
  openSignedIn,
  PACK_CREDITS,
  postSuccessfully,
  signUp,
  userIdOf,
} from "../tests/test-user";

/** What comes late from the service does not move a user who has gone on to another page. */

/** Lets what is held back come, and waits until the page has it and has loaded what it asks for then. */
async function receive(page: Page, pattern: RegExp, respond: () => void): Promise<void> {
  const response = page.waitForResponse(pattern);
  respond();
  await (await response).finished();
  await page.waitForLoadState("networkidle");
}

const modal = (page: Page) => page.locator("[data-portal] [role=dialog]");

for (const { way, leave } of [
  { way: "a link", leave: (page: Page) => page.getByRole("link", { name: "Billing", exact: true }).click() },
  { way: "the browser’s Back", leave: (page: Page) => page.evaluate(() => history.back()) },
]) {
  test(`a chat that starts while ${way} opens another page does not keep the user`, async ({ page }) => {
    await signUp(page, "/billing");
    await buy(page.context());
    await navigateTo(page, "Chat");
    const startReply = await hold(page, /api\/chat\/stream/);
    await page.getByLabel("Message", { exact: true }).fill("Hello there");
    await page.keyboard.press("Enter");
    const openBilling = await hold(page, /billing\.data/);
    await leave(page);
    await expect(page.getByRole("progressbar", { name: "Loading" })).toBeVisible();
    startReply();
    await expect(page.getByRole("main").locator("article[data-role=assistant]")).toContainText("there");
    openBilling();
    await expect(page).toHaveTitle("Billing · Genmint");
    expect(page.url()).toMatch(/\/billing$/);
  });
}

test("a chat whose deletion ends late does not lead away from the chat that is open by now", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  const other = await makeChat(page.context(), "Keep me");
  await openSignedIn(page, await makeChat(page.context(), "Delete me"));
  const respond = await hold(page, /api\/trpc\/chat\.delete/);
  await page.getByRole("button", { name: "More options for “Delete me”" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await modal(page).getByRole("button", { name: "Delete" }).click();
  await modal(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Keep me" }).click();
  await expect(page).toHaveURL(new RegExp(`${other}$`));
  await receive(page, /chat\.delete/, respond);
  await expect(page.getByRole("link", { name: "Delete me" })).toHaveCount(0);
  expect(page.url()).toMatch(new RegExp(`${other}$`));
});

async function openLibrary(page: Page): Promise<void> {
  await createUser(page.context());
  await buy(page.context());
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  for (const prompt of ["First work", "Second work"])
    await postSuccessfully(page.context(), "/api/image/generate", { prompt, imageUrl });
  await openSignedIn(page, "/history");
}

test("a work whose deletion ends late leaves the list, and another that is open stays", async ({ page }) => {
  await openLibrary(page);
  const first = page.getByRole("link", { name: "First work", exact: true });
  const second = page.getByRole("link", { name: "Second work", exact: true });
  const respond = await hold(page, /api\/trpc\/history\.delete/);
  await first.click();
  await page.getByRole("button", { name: "Delete" }).click();
  await modal(page).getByRole("button", { name: "Delete" }).click();
  await page.goBack();
  await second.click();
  await expect(page).toHaveURL(/id=/);
  await receive(page, /history\.delete/, respond);
  await expect(page.getByRole("main").getByText("First work")).toHaveCount(0);
  expect(page.url()).toMatch(/id=/);
  await page.goBack();
  await expect(second).toHaveCount(1);
});

test("an image that is finished after its page was left and opened again is shown", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, "/image");
  await page.locator('input[type="file"]').setInputFiles(await referencePicture());
  await page.getByLabel("Prompt", { exact: true }).fill("A late boat");
  const respond = await hold(page, /image\.generate/);
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toBeVisible();
  await navigateTo(page, "Billing");
  await navigateTo(page, "Image");
  await receive(page, /image\.generate/, respond);
  await expect(page.getByRole("img", { name: "A late boat" }).first()).toBeVisible();
});

test("works and collections whose change ends late leave the page that is open by now", async ({ page }) => {
  await openLibrary(page);
  const billing = /\/billing\?tab=activity$/;
  const openBilling = async () => {
    await navigateTo(page, "Billing");
    await page.getByRole("link", { name: "Activity" }).click();
    await expect(page).toHaveURL(billing);
  };
  const creation = await hold(page, /api\/trpc\/collections\.create/);
  await page.getByRole("button", { name: "New collection" }).click();
  await modal(page).getByRole("textbox").fill("Mine");
  await page.keyboard.press("Enter");
  await modal(page).getByRole("button", { name: "Cancel" }).click();
  await openBilling();
  await receive(page, /collections\.create/, creation);
  expect(page.url()).toMatch(billing);

  await navigateTo(page, "Library");
  const deletion = await hold(page, /api\/trpc\/history\.delete/);
  await page.getByRole("link", { name: "First work", exact: true }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await modal(page).getByRole("button", { name: "Delete" }).click();
  await page.goBack();
  await openBilling();
  await receive(page, /history\.delete/, deletion);
  expect(page.url()).toMatch(billing);
});

test("a checkout that opens late leaves the page that is open by now", async ({ page }) => {
  await signUp(page, "/billing");
  const checkout = await hold(page, /api\/trpc\/billing\.checkout/);
  await page.getByRole("button", { name: "Buy pack" }).click();
  await navigateTo(page, "Chat");
  await page.getByLabel("Message", { exact: true }).fill("A long thought");
  await receive(page, /billing\.checkout/, checkout);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("A long thought");
  expect(page.url()).toMatch(/\/chat$/);
});

test("a checkout that opens late after its dialog was closed does not open", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context(), "starter_monthly");
  await openSignedIn(page, "/billing");
  const checkout = await hold(page, /api\/trpc\/billing\.checkout/);
  await page.getByRole("button", { name: "Switch to Pro monthly" }).click();
  await modal(page).getByRole("button", { name: "Continue to payment" }).click();
  await modal(page).getByRole("button", { name: "Keep Starter monthly" }).click();
  await receive(page, /billing\.checkout/, checkout);
  await expect(page.getByRole("button", { name: "Switch to Pro monthly" })).toBeEnabled();
  expect(page.url()).toMatch(/\/billing$/);
});

test("a plan that was chosen on the price list leads nowhere once another page is open", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context(), "starter_monthly");
  await openSignedIn(page, "/pricing");
  const overview = await hold(page, /api\/trpc\/billing\.overview/);
  await page.getByRole("button", { name: "Get Pro monthly" }).click();
  await navigateTo(page, "Chat");
  await receive(page, /billing\.overview/, overview);
  expect(page.url()).toMatch(/\/chat$/);
});

/** Sends what a dialog asks for, closes it before the response comes, and types into the next dialog. */
async function typeInNextDialog(page: Page, next: { open: () => Promise<void>; field: string }): Promise<void> {
  await modal(page).getByRole("button", { name: "Cancel" }).click();
  await expect(modal(page)).toHaveCount(0);
  await next.open();
  await modal(page).getByLabel(next.field).fill("Typed meanwhile");
}

const expectTyped = (page: Page, field: string) =>
  expect(modal(page).getByLabel(field)).toHaveValue("Typed meanwhile", { timeout: 5_000 });

test("a result that comes late does not close the dialog of a chat or a collection that is open by now", async ({
  page,
}) => {
  await createUser(page.context());
  await buy(page.context());
  for (const title of ["Third chat", "Second chat"]) await makeChat(page.context(), title);
  await openSignedIn(page, await makeChat(page.context(), "First chat"));
  const openDialog = async (title: string, action: string) => {
    await page.getByRole("button", { name: `More options for “${title}”` }).click();
    await page.getByRole("menuitem", { name: action }).click();
    await expect(modal(page)).toBeVisible();
  };
  const renaming = await hold(page, /api\/trpc\/chat\.rename/);
  await openDialog("First chat", "Rename");
  await modal(page).getByRole("textbox").fill("New title");
  await page.keyboard.press("Enter");
  await typeInNextDialog(page, { open: () => openDialog("Second chat", "Rename"), field: "Title" });
  await receive(page, /chat\.rename/, renaming);
  await expect(page.getByRole("link", { name: "New title" })).toBeAttached();
  await expectTyped(page, "Title");
  await modal(page).getByRole("button", { name: "Cancel" }).click();

  const deletion = await hold(page, /api\/trpc\/chat\.delete/);
  await openDialog("Third chat", "Delete");
  await modal(page).getByRole("button", { name: "Delete" }).click();
  await typeInNextDialog(page, { open: () => openDialog("Second chat", "Rename"), field: "Title" });
  await receive(page, /chat\.delete/, deletion);
  await expect(page.getByRole("link", { name: "Third chat" })).toHaveCount(0);
  await expect(modal(page).getByLabel("Title")).toBeFocused();
  await expectTyped(page, "Title");

  await openSignedIn(page, "/history");
  const creation = await hold(page, /api\/trpc\/collections\.create/);
  const openCollection = () => page.getByRole("button", { name: "New collection" }).click();
  await openCollection();
  await modal(page).getByRole("textbox").fill("Mine");
  await page.keyboard.press("Enter");
  await typeInNextDialog(page, { open: openCollection, field: "Name" });
  await receive(page, /collections\.create/, creation);
  await expectTyped(page, "Name");
});

test("a work that is put into a collection late does not close the sharing dialog that is open by now", async ({
  page,
}) => {
  await openLibrary(page);
  await callSuccessfully(page.context(), "collections.create", { name: "Mine" });
  await page.getByRole("link", { name: "First work", exact: true }).click();
  const adding = await hold(page, /api\/trpc\/collections\.addWorks/);
  await page.getByRole("button", { name: "Add to collection" }).click();
  await modal(page).getByRole("button", { name: "Mine" }).click();
  await page.keyboard.press("Escape");
  await expect(modal(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Share" }).click();
  await expect(modal(page)).toBeVisible();
  await receive(page, /collections\.addWorks/, adding);
  await expect(page.getByText("Added to “Mine”")).toBeVisible();
  await expect(modal(page).getByRole("button", { name: "Create link" })).toBeVisible({ timeout: 5_000 });
});

test("an adjustment that is made late does not close the ban that is typed by now", async ({ page, browser }) => {
  const customer = await browser.newContext();
  await createUser(customer);
  const userId = await userIdOf(customer);
  await customer.close();
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${userId}`);
  const adjustment = await hold(page, /api\/trpc\/admin\.users\.adjustCredits/);
  await page.getByRole("button", { name: "Adjust credits" }).click();
  await modal(page).getByLabel("Amount").fill("5");
  await page.keyboard.press("Enter");
  const openBan = () => page.getByRole("button", { name: "Ban", exact: true }).click();
  await typeInNextDialog(page, { open: openBan, field: "Reason" });
  await receive(page, /adjustCredits/, adjustment);
  await expect(page.locator("dl > div", { hasText: "Credits" })).toContainText("5");
  await expectTyped(page, "Reason");
});

test("a failed work that was refunded does not say that it was charged until its details come", async ({
  page,
  browser,
}) => {
  const context = page.context();
  await createUser(context);
  await buy(context);
  const prompt = "a boat [fail]";
  const { id, taskId } = await postSuccessfully(context, "/api/video/generate", { prompt });
  const status = `/api/video/status?taskId=${taskId}&historyId=${id}`;
  await expect.poll(async () => (await context.request.get(status)).json()).toMatchObject({ status: "failed" });
  const admin = await browser.newContext();
  await becomeAdmin(admin);
  await callSuccessfully(admin, "admin.refundGeneration", { generationId: id });
  await admin.close();
  await openSignedIn(page, "/history");
  const respond = await hold(page, /api\/trpc\/history\.get/);
  await page.getByRole("link", { name: prompt, exact: true }).click();
  const notice = page.getByRole("note", { name: "This one failed" });
  await expect(notice).toBeVisible();
  expect(await notice.textContent()).not.toContain("You were charged");
  respond();
  await expect(notice).toContainText("Your credits were returned.");
});

test("a cancellation that fails after its dialog was closed says so", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context(), "starter_monthly");
  await openSignedIn(page, "/billing");
  const request = page.waitForRequest(/billing\.cancel/);
  let fail = (): void => undefined;
  await page.route("**/api/trpc/billing.cancel*", (route) => {
    fail = () => void route.abort();
  });
  await page.getByRole("button", { name: "Cancel Starter monthly" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel plan" }).click();
  await request;
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  fail();
  await expect(page.getByRole("alert").filter({ hasText: "We can’t reach the server" })).toBeVisible();
});

test("a ban that fails after its dialog was closed says so", async ({ page, browser }) => {
  const customer = await browser.newContext();
  await createUser(customer);
  const userId = await userIdOf(customer);
  await customer.close();
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${userId}`);
  const request = page.waitForRequest(/users\.ban/);
  let fail = (): void => undefined;
  await page.route("**/api/trpc/admin.users.ban*", (route) => {
    fail = () => void route.abort();
  });
  await page.getByRole("button", { name: "Ban", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Ban", exact: true }).click();
  await request;
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  fail();
  await expect(page.getByRole("alert").filter({ hasText: "We can’t reach the server" })).toBeVisible();
});

test("a tab shows what another one spent, without a reload", async ({ browser }) => {
  const context = await browser.newContext();
  await createUser(context);
  await buy(context);
  const [spending, watching] = await Promise.all([context.newPage(), context.newPage()]);
  await openSignedIn(watching, "/dashboard");
  await openSignedIn(spending, "/dashboard");
  const main = spending.getByRole("main");
  await main.getByRole("textbox", { name: "Ask anything" }).fill("What is a tab?");
  await main.getByRole("button", { name: "Send · 10 credits" }).click();
  await expect(balance(spending)).toContainText(`${PACK_CREDITS - 10} credits`);
  await expect(balance(watching)).toContainText(`${PACK_CREDITS - 10} credits`);
  await expect(watching.getByRole("main").getByRole("link", { name: /What is a tab\?/ })).toBeVisible();
  await context.close();
});
