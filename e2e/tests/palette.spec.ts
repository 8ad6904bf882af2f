import { expect, type Page, test } from "@playwright/test";
import { buy, createUser, makeChat, openSignedIn, signUp, waitUntilInteractive } from "./test-user";

const field = (page: Page) => page.getByRole("combobox", { name: "Search pages, chats, prompts and commands" });
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

async function openPalette(page: Page): Promise<void> {
  await waitUntilInteractive(page);
  await page.keyboard.press("Control+k");
  await expect(field(page)).toBeFocused();
}

async function choose(page: Page, words: string, name: string): Promise<void> {
  await field(page).fill(words);
  await expect(options(page).first()).toHaveText(name);
  await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
  await field(page).press("Enter");
}

test.describe("for a signed-in user", () => {
  test.describe.configure({ mode: "serial" });

  let page: Page;
  let chatPath: string;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    const context = page.context();
    await createUser(context);
    await buy(context);
    chatPath = await makeChat(context, "What floats on water?");
    await openSignedIn(page, "/dashboard");
  });
  test.afterAll(() => page.close());

  test("arrow keys choose, Escape closes, and the focus returns", async () => {
    const button = page.getByRole("banner").getByRole("button", { name: "Search" });
    await button.click();
    await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
    await field(page).press("ArrowDown");
    const second = options(page).nth(1);
    await expect(second).toHaveAttribute("aria-selected", "true");
    await expect(field(page)).toHaveAttribute("aria-activedescendant", (await second.getAttribute("id")) ?? "");
    await field(page).fill("nothing is called this");
    await expect(page.getByRole("listbox").getByText("Nothing found")).toBeVisible();
    await field(page).press("Escape");
    await expect(field(page)).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  test("finds a chat by its title, and by what was said in it", async () => {
    await openPalette(page);
    const chat = page.getByRole("group", { name: "Chats" }).getByRole("option", { name: /What floats on water\?/ });
    await field(page).fill("no language model behind");
    await expect(chat).toBeVisible();
    await field(page).fill("floats");
    await expect(chat).toHaveAttribute("aria-selected", "true");
    await chat.click();
    await expect(page).toHaveURL(chatPath);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeFocused();
  });

  test("goes to pages, makes things and switches theme and language from the keyboard", async () => {
    await openPalette(page);
    await choose(page, "pictures", "Library");
    await expect(page).toHaveTitle("Library · Genmint");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await openPalette(page);
    await choose(page, "new im", "New image");
    await expect(page).toHaveTitle("Image · Genmint");
    await openPalette(page);
    await choose(page, "dark", "Switch to dark theme");
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    await openPalette(page);
    await choose(page, "chinese", "Switch to 中文");
    await expect(page).toHaveURL(/\/zh\/image$/);
  });
});

test("is absent for signed-out users, and the start page does not load it", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => scripts.push(request.url()));
  await page.goto("/");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("button", { name: "Search" })).toHaveCount(0);
  await signUp(page);
  expect(scripts.filter((url) => /\/palette-[^/]+\.(js|css)$/.test(url))).toEqual([]);
  await openPalette(page);
  expect(scripts.filter((url) => /\/palette-[^/]+\.js$/.test(url))).toHaveLength(1);
});
