import { expect, type Page, type Route, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import {
  balance,
  becomeAdmin,
  buy,
  callSuccessfully,
  createUser,
  hold,
  makeChat,
  openSignedIn,
  PASSWORD,
  postSuccessfully,
  signInByForm,
  signOut,
  signUp,
  userIdOf,
  waitUntilInteractive,
} from "../tests/test-user";

/** After two frames, the page shows the changes that a response has brought. */
const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const refuseConnection = (route: Route) => route.abort();
const unreachable = "We can’t reach the server";

test("the next user of a tab does not see the drafts of the one before", async ({ page, browser }) => {
  const other = await browser.newContext();
  const email = await createUser(other);
  await other.close();
  const message = page.getByLabel("Message", { exact: true });
  const prompt = page.getByLabel("Prompt", { exact: true });
  await signUp(page, "/chat");
  for (const leave of [() => signOut(page), () => page.context().clearCookies()]) {
    await openSignedIn(page, "/chat");
    await message.fill("My private question");
    await openSignedIn(page, "/image");
    await prompt.fill("My private picture");
    await leave();
    await signInByForm(page, email, PASSWORD);
    await openSignedIn(page, "/image");
    await nextFrames(page);
    expect(await prompt.inputValue()).toBe("");
    await openSignedIn(page, "/chat");
    await nextFrames(page);
    expect(await message.inputValue()).toBe("");
    await page.context().clearCookies();
    await createUser(page.context());
  }
});

test("a long prompt goes from the dashboard into the studio", async ({ page }) => {
  await signUp(page);
  const text = "一只白色的小猫在窗边安静地看着外面的雨".repeat(200);
  const main = page.getByRole("main");
  await main.getByRole("radio", { name: "Image" }).check();
  await main.getByRole("textbox").fill(text);
  await main.getByRole("button", { name: /Continue/ }).click();
  await expect(page.getByLabel("Prompt", { exact: true })).toHaveValue(text);
});

test("a question on the dashboard whose chat was not opened is not sent later", async ({ page }) => {
  await signUp(page);
  await buy(page.context());
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/chat/stream")) sent.push(request.url());
  });
  const openChat = await hold(page, /\/chat\.data/);
  await page.getByRole("main").getByRole("textbox").fill("A question of long ago");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("progressbar", { name: "Loading" })).toBeVisible();
  await page.getByRole("link", { name: "Billing", exact: true }).click();
  await expect(page).toHaveTitle("Billing · Genmint");
  openChat();
  await page.getByRole("link", { name: "Chat", exact: true }).click();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("A question of long ago");
  expect(sent).toEqual([]);
});

test("a video that a program requested appears on the video page", async ({ page }) => {
  await page.clock.install();
  await signUp(page);
  await buy(page.context());
  await openSignedIn(page, "/video");
  await postSuccessfully(page.context(), "/api/video/generate", { prompt: "A storm over the sea" });
  await page.clock.fastForward(6_000);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(balance(page)).toContainText("150 credits");
  await expect(page.getByRole("article", { name: "A storm over the sea" })).toBeVisible();
});

test("more entries of the whole ledger are not added to a filtered one", async ({ page, browser }) => {
  await signUp(page);
  await buy(page.context());
  const id = await userIdOf(page.context());
  const admin = await browser.newContext();
  await becomeAdmin(admin);
  for (let count = 0; count < 60; count++)
    await postSuccessfully(admin, `/api/admin/users/${id}/credits`, { amount: 1, reason: "test" });
  await admin.close();
  await openSignedIn(page, "/billing?tab=activity");
  const adjustments = page.getByRole("main").getByText("+1", { exact: true });
  await expect(adjustments.first()).toBeAttached();
  const respond = await hold(page, /api\/trpc\/billing\.ledger/);
  await page.getByRole("link", { name: /more/i }).click();
  await page.locator('select[name="kind"]').selectOption("purchase");
  await page.locator('form:has(select[name="kind"]) button[type=submit]').click();
  await expect(adjustments).toHaveCount(0);
  const response = page.waitForResponse(/billing\.ledger/);
  respond();
  await (await response).finished();
  await nextFrames(page);
  expect(await adjustments.count()).toBe(0);
});

test("the question whether to delete a work is not asked about the next", async ({ page }) => {
  await signUp(page);
  await buy(page.context());
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  for (const prompt of ["First work", "Second work"])
    await postSuccessfully(page.context(), "/api/image/generate", { prompt, imageUrl });
  await openSignedIn(page, "/history");
  const question = page.getByText("This can’t be undone.", { exact: false });
  await page.getByRole("link", { name: "First work", exact: true }).click();
  await expect(page).toHaveURL(/id=/);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/id=/);
  await page.getByRole("link", { name: "Second work", exact: true }).click();
  await expect(page).toHaveURL(/id=/);
  await expect(question).toBeHidden();
});

test("an adjustment that was begun for one user is not offered for another", async ({ page, browser }) => {
  const context = await browser.newContext();
  const first = await createUser(context);
  const firstId = await userIdOf(context);
  const second = await createUser(context);
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${firstId}`);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(second);
  await page.getByRole("option", { name: second }).click();
  await expect(page.getByRole("heading", { level: 1, name: second })).toBeVisible();
  const adjust = page.getByRole("button", { name: /adjust/i }).first();
  const dialog = page.getByRole("dialog");
  await adjust.click();
  await dialog.getByRole("spinbutton").fill("500");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible();
  await adjust.click();
  await expect(dialog.getByRole("spinbutton")).toHaveValue("");
});

test("a filter that is chosen while another loads keeps it", async ({ page }) => {
  await signUp(page, "/history");
  const respond = await hold(page, /history.*favorites/);
  await page.getByRole("link", { name: "Favorites" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.locator('select[name="status"]').selectOption("failed");
  respond();
  await expect(page).toHaveURL(/status=failed/);
  expect(page.url()).toContain("favorites=1");
});

test("a filter whose list was still loading is not shown as chosen after Back", async ({ page }) => {
  await signUp(page, "/history");
  await page.getByRole("link", { name: "Images", exact: true }).click();
  await expect(page).toHaveURL(/type=image/);
  const respond = await hold(page, /history.*status/);
  const status = page.locator('select[name="status"]');
  await status.selectOption("failed");
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).not.toHaveURL(/type=image/);
  respond();
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(status).toHaveValue("");
});

test("the palette offers no result of an earlier search", async ({ page, browser }) => {
  const context = await browser.newContext();
  const first = await createUser(context);
  const second = await createUser(context);
  await becomeAdmin(page.context());
  await openSignedIn(page, "/dashboard");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(first);
  await expect(page.getByRole("option", { name: first })).toBeVisible();
  const respond = await hold(page, /api.trpc.*users\.list/);
  await page.getByRole("combobox").fill(second);
  await expect(page.getByRole("option", { name: first })).toBeHidden();
  respond();
  await expect(page.getByRole("option", { name: second })).toBeVisible();
});

test("a checkout that failed is shown for its plan alone, and does not open again by itself", async ({ page }) => {
  await signUp(page);
  await page.route("**/api/trpc/billing.checkout*", refuseConnection);
  await openSignedIn(page, "/billing?buy=pack_200#plans");
  await expect(page.getByText(unreachable)).toBeVisible();
  await expect(page).not.toHaveURL(/buy=/);
  await page.getByRole("link", { name: /Yearly/ }).click();
  await expect(page).toHaveURL(/cycle=yearly/);
  expect(page.url()).not.toContain("buy=");

  await buy(page.context(), "starter_monthly");
  await openSignedIn(page, "/billing");
  const dialog = page.getByRole("dialog");
  await page
    .getByRole("button", { name: /^Switch to .* monthly$/ })
    .first()
    .click();
  await dialog.getByRole("button").last().click();
  await expect(dialog.getByText(unreachable)).toBeVisible();
  await dialog.getByRole("button", { name: /Keep/ }).click();
  await page.getByRole("link", { name: /Yearly/ }).click();
  await page
    .getByRole("button", { name: /^Switch to .* yearly$/ })
    .first()
    .click();
  await expect(dialog.getByRole("button", { name: /Keep/ })).toBeVisible();
  expect(await dialog.getByText(unreachable).count()).toBe(0);
});

/** Opens a page and types into its first field before its scripts are loaded. */
async function typeEarly(page: Page, path: string, text: string): Promise<void> {
  const load = await hold(page, /\/assets\/.*\.js/);
  await page.goto(path, { waitUntil: "commit" });
  await page.getByRole("main").getByRole("textbox").first().fill(text);
  load();
  await waitUntilInteractive(page);
}

for (const { path, button } of [
  { path: "/dashboard", button: /^Send ·/ },
  { path: "/video", button: /^Generate/ },
]) {
  test(`text that is typed on ${path} before the scripts are loaded is used`, async ({ page }) => {
    await createUser(page.context());
    await typeEarly(page, path, "a boat drifting");
    const sent = page.waitForRequest(/api\/(chat\/stream|trpc\/video\.generate)/);
    await page.getByRole("main").getByRole("button", { name: button }).click();
    expect((await sent).postData()).toContain("a boat drifting");
  });
}

test("text that is typed before the scripts are loaded leaves the draft's other settings", async ({ page }) => {
  await signUp(page, "/video");
  const watermark = page.getByRole("switch", { name: "Watermark" });
  const wasOn = await watermark.isChecked();
  await watermark.press("Space");
  await typeEarly(page, "/video", "a boat drifting");
  await expect(page.getByLabel("Prompt", { exact: true })).toHaveValue("a boat drifting");
  expect(await watermark.isChecked()).toBe(!wasOn);
});

test("a refused picture does not remove the accepted one before it", async ({ page }) => {
  await signUp(page, "/image");
  await page.locator('input[type="file"]').setInputFiles(await referencePicture());
  await expect(page.getByAltText("Reference picture")).toBeVisible();
  const { buffer } = await referencePicture({ width: 200, height: 200 });
  await page.evaluate(
    (bytes) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(bytes)], "small.png", { type: "image/png" }));
      document.body.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
    },
    [...buffer],
  );
  await expect(page.getByText("both sides need at least 300 pixels")).toBeVisible();
  await expect(page.getByAltText("Reference picture")).toBeVisible();
  await expect(page.getByText("boat.png")).toBeVisible();
});

test("a slow page shows that it is coming", async ({ page }) => {
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  const respond = await hold(page, /\.data(\?|$)/);
  await page.getByRole("banner").getByRole("link", { name: "Pricing" }).click();
  await expect(page.getByRole("progressbar", { name: "Loading" })).toBeAttached();
  respond();
  await expect(page).toHaveURL("/pricing");
  await expect(page.getByRole("progressbar")).toHaveCount(0);
});

test("a chat that is still loading is not called a new chat", async ({ page }) => {
  const context = page.context();
  await signUp(page);
  await buy(context);
  const sessionId = (await makeChat(context, "What grows in winter?")).replace("/chat/", "");
  await openSignedIn(page, await makeChat(context, "What flies?"));
  const chats = page.getByRole("navigation", { name: "Chats" });
  const title = page.getByRole("heading", { level: 1 });
  for (const { change, heading, show } of [
    { change: { pinned: true }, heading: "What grows in winter?", show: null },
    { change: { archived: true }, heading: "", show: "Archived chats" },
  ]) {
    await callSuccessfully(context, "chat.organize", { sessionId, ...change });
    await page.reload();
    await waitUntilInteractive(page);
    if (show) await chats.getByRole("button", { name: show }).click();
    const respond = await hold(page, new RegExp(sessionId));
    await chats.getByRole("link", { name: "What grows in winter?" }).click();
    await expect(page.getByRole("progressbar")).toBeVisible();
    await expect(title).toHaveText(heading);
    respond();
    await expect(page).toHaveURL(new RegExp(sessionId));
    await expect(title).toHaveText("What grows in winter?");
    await page.goBack();
    await expect(title).toHaveText("What flies?");
  }
});
