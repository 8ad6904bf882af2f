import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "../tests/expect-accessible";
import { referencePicture } from "../tests/reference-picture";
import {
  becomeAdmin,
  buy,
  callSuccessfully,
  createUser,
  escapeOverlay,
  makeChat,
  navigateTo,
  openSignedIn,
  postSuccessfully,
  signUp,
  userIdOf,
  waitUntilInteractive,
} from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

const field = (page: Page) => page.getByRole("combobox", { name: "Search pages, chats, prompts and commands" });
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

async function openPalette(page: Page): Promise<void> {
  await waitUntilInteractive(page);
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
}

test("the palette does not say that nothing was found when its search failed", async ({ page, context, browser }) => {
  const other = await browser.newContext();
  const email = await createUser(other);
  await other.close();
  await becomeAdmin(context);
  await openSignedIn(page, "/dashboard");
  // As while a proxy restarts.
  await page.route(/api\/trpc/, (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
  await openPalette(page);
  await field(page).fill(email);
  const dialog = page.getByRole("dialog").filter({ has: field(page) });
  await expect(dialog.getByRole("status")).toContainText("We can’t reach the server");
  await expect(dialog.getByRole("listbox")).toContainText("We can’t reach the server");
  await expect(dialog.getByText("Nothing found")).toBeHidden();
  await page.unroute(/api\/trpc/);
  await field(page).fill(email.slice(0, -1));
  await expect(options(page).filter({ hasText: email })).toBeVisible();
  await expect(dialog.getByRole("listbox")).not.toContainText("We can’t reach the server");
});

test("Escape closes the palette alone, and the dialog below keeps what was typed", async ({ page }) => {
  const context = page.context();
  await createUser(context);
  const id = await userIdOf(context);
  await becomeAdmin(context);
  await openSignedIn(page, `/admin/users/${id}`);
  await page.getByRole("button", { name: "Adjust credits" }).click();
  const amount = page.getByRole("dialog", { name: "Adjust credits" }).getByLabel("Amount");
  await amount.fill("55");
  await openPalette(page);
  await field(page).press("Escape");
  await expect(field(page)).toHaveCount(0);
  await expect(amount).toHaveValue("55");
  await expect(amount).toBeFocused();
  await escapeOverlay(page);
  await expect(amount).toHaveCount(0);
});

test("palette and menu are accessible on a phone", async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
  const page = await context.newPage();
  await signUp(page);
  await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
  await expect(options(page).first()).toBeVisible();
  await expect(options(page).first()).toHaveCSS("opacity", "1");
  await expectAccessible(page);
  await escapeOverlay(page);
  await page.getByRole("button", { name: /^Account\b/ }).click();
  await expect(page.getByRole("menuitem", { name: /theme$/ })).toBeVisible();
  // Mantine's menu puts a hidden focus target among its items.
  await expectAccessible(page, { without: ["aria-required-children"] });
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(sideways).toBeLessThanOrEqual(0);
  await context.close();
});

test("late results leave the selection where the arrow keys moved it", async ({ page, context }) => {
  await createUser(context);
  await buy(context);
  await makeChat(context, "What floats on water?");
  let deliver = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  await page.route(/trpc\/.*chat\.sessions/, async (route) => {
    await held;
    await route.continue();
  });
  await openSignedIn(page, "/dashboard");
  await openPalette(page);
  await field(page).press("ArrowDown");
  const second = options(page).nth(1);
  await expect(second).toHaveAttribute("aria-selected", "true");
  deliver();
  await expect(page.getByRole("group", { name: "Chats" })).toBeVisible();
  await expect(second).toHaveAttribute("aria-selected", "true");
  await expect(second).toHaveAttribute("data-selected", /.*/);
  await page.unrouteAll({ behavior: "wait" });
});

test("the palette names a video from a picture without a prompt in the page's language", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  await postSuccessfully(page.context(), "/api/video/generate", { imageUrl });
  await openSignedIn(page, "/zh/account");
  await page.keyboard.press("Control+k");
  const search = page.getByRole("dialog").getByRole("combobox");
  await expect(search).toBeFocused();
  await search.fill("video");
  await expect(options(page).filter({ hasText: "由图片生成的视频" })).toBeVisible();
  await expect(options(page).filter({ hasText: "reference image" })).toHaveCount(0);
});

test("the palette lists pinned chats, too, the latest first, and each once after it was unpinned", async ({
  page,
  context,
}) => {
  await createUser(context);
  await buy(context);
  await makeChat(context, "What grows in winter?");
  const address = await makeChat(context, "What grows in spring?");
  await makeChat(context, "What grows in summer?");
  await callSuccessfully(context, "chat.organize", { sessionId: address.split("/").at(-1), pinned: true });
  await openSignedIn(page, "/chat");
  await openPalette(page);
  const chats = options(page).filter({ hasText: "What grows" });
  await expect(chats).toContainText(["summer", "spring", "winter"]);
  await escapeOverlay(page);
  const list = page.getByRole("main");
  await list.getByRole("button", { name: /spring/ }).click();
  await page.getByRole("menuitem", { name: "Unpin" }).click();
  await expect(list.getByRole("heading", { name: "Pinned" })).toBeHidden();
  await openPalette(page);
  await expect(chats).toContainText(["summer", "spring", "winter"]);
});

test("users are found by administrators only", async ({ page, context, browser }) => {
  const email = await createUser(context);
  await openSignedIn(page, "/dashboard");
  await openPalette(page);
  await field(page).fill(email);
  await expect(page.getByRole("listbox").getByText("Nothing found")).toBeVisible();
  const admin = await browser.newPage();
  await becomeAdmin(admin.context());
  await openSignedIn(admin, "/dashboard");
  await openPalette(admin);
  await field(admin).fill(email);
  await admin.getByRole("group", { name: "Users" }).getByRole("option", { name: email }).click();
  await expect(admin).toHaveURL(/\/admin\/users\/[\w-]+$/);
  await admin.close();
});

test("single keys are typed in a text field, search and help elsewhere, and can be turned off", async ({
  page,
  context,
}) => {
  await createUser(context);
  await buy(context);
  await openSignedIn(page, await makeChat(context, "What floats on water?"));
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search chats" })).toBeFocused();
  await openSignedIn(page, "/account");
  await page.getByLabel("Name").fill("");
  await page.getByLabel("Name").pressSequentially("a/b?");
  await expect(page.getByLabel("Name")).toHaveValue("a/b?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await navigateTo(page, "Home");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help).toBeVisible();
  await expectAccessible(page);
  await escapeOverlay(page);
  await expect(help).toHaveCount(0);
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await escapeOverlay(page);
  await expect(field(page)).toHaveCount(0);
  await page.keyboard.press("?");
  await help.getByText("Single-key shortcuts").click();
  await escapeOverlay(page);
  await expect(help).toHaveCount(0);
  await page.reload();
  await waitUntilInteractive(page);
  await page.keyboard.press("?");
  await openPalette(page);
  await expect(help).toHaveCount(0);
  await field(page).press("Escape");
});

test("the palette signs out", async ({ page, context }) => {
  await createUser(context);
  await openSignedIn(page, "/dashboard");
  await openPalette(page);
  await field(page).fill("sign out");
  await expect(options(page).first()).toHaveText("Sign out");
  await field(page).press("Enter");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in" })).toBeVisible();
});
