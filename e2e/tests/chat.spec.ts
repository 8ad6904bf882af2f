import { gzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./expect-accessible";
import { balance, buyPack, createUser, navigateTo, openSignedIn, signUp } from "./test-user";

const CHAT_COST = 10;
const FIRST_LOAD_MAX_BYTES = 250_000;
const TALL = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

test.describe.configure({ mode: "serial" });

let page: Page;
test.beforeAll(async ({ browser }) => {
  const context = await browser.newContext({ viewport: TALL, permissions: ["clipboard-read", "clipboard-write"] });
  page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" && /hydrat/i.test(message.text())) throw new Error(message.text());
  });
  await signUp(page, "/chat");
});
test.afterAll(() => page.context().close());

const field = () => page.getByLabel("Message", { exact: true });
const sendButton = () => page.getByRole("button", { name: /^Send ·/ });
const log = () => page.getByRole("region", { name: "Messages" });
const replies = () =>
  log()
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: "Answer" }) });
const status = () => page.getByRole("status").filter({ hasText: "answer" });
const chats = () => page.getByRole("navigation", { name: "Chats" });
const credits = async () => Number((await balance(page).textContent())?.match(/\d+/)?.[0]);

/** Resolves when a scroll has ended at least `px` above the end. Scrolls that follow the end are ignored. */
const scrollEndAbove = (px: number) =>
  log().evaluate(
    (scroller, least) =>
      new Promise<void>((resolve) => {
        scroller.addEventListener("scrollend", () => {
          if (scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop > least) resolve();
        });
      }),
    px,
  );

async function ask(message: string): Promise<void> {
  await field().fill(message);
  await field().press("Enter");
  await waitForReply();
}

async function waitForReply(): Promise<void> {
  await expect(sendButton()).toBeVisible();
  await expect(status()).toHaveText("Answer complete.");
}

async function newChat(): Promise<void> {
  // There the link would load the same page again, while the test types into it.
  if (new URL(page.url()).pathname === "/chat") return;
  await chats().getByRole("link", { name: "New chat" }).click();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(log().getByRole("heading", { name: "What’s on your mind?" })).toBeVisible();
}

test("an empty chat offers examples, and an unaffordable message stays in the field", async () => {
  await log()
    .getByRole("button", { name: /^Explain/ })
    .click();
  await expect(field()).toBeFocused();
  await expect(field()).toHaveValue(/tides/);
  await expect(sendButton()).toHaveText("Send · 10 credits");
  await field().press("Control+Enter");
  await expect(page.getByText("You don’t have enough credits.")).toBeVisible();
  await expect(field()).toHaveValue(/tides/);
  // A checkout that cannot be opened says so in the dialog, which stays.
  await page.route("**/billing.checkout*", (route) => route.abort());
  const dialog = page.getByRole("dialog", { name: "Not enough credits" });
  await dialog.getByRole("button", { name: "Get 200 credits" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await page.unroute("**/billing.checkout*");
});

test("keeps the draft while credits are bought, and charges 10 for it", async () => {
  await page.reload();
  await buyPack(page);
  await expect(page).toHaveURL(/\/billing$/);
  await navigateTo(page, "Chat");
  await expect(field()).toHaveValue(/tides/);
  const before = await credits();
  await field().press("Enter");
  await waitForReply();
  await expect(page).toHaveURL(/\/chat\/.+/);
  await expect(field()).toBeFocused();
  await expect(field()).toHaveValue("");
  expect(await credits()).toBe(before - CHAT_COST);
});

test("renders Markdown without anything dangerous, in the server's HTML too", async () => {
  await newChat();
  // The sandbox repeats the message in its response.
  const lines = [
    "| a | b |",
    "|---|---|",
    "| 1 | 2 |",
    "",
    "[web](https://example.com) [bad](javascript:alert(1)) ![picture](https://example.com/p.png)",
    "<img src=x onerror=alert(1)> show me code",
  ];
  await field().fill(lines.join("\n"));
  await sendButton().click();
  await waitForReply();
  const reply = replies().last();
  await expect(reply.getByRole("region", { name: "Table" }).getByRole("cell", { name: "2" })).toBeVisible();
  const link = reply.getByRole("link", { name: "web" });
  await expect(link).toHaveAttribute("rel", "noopener noreferrer");
  await expect(link).toHaveAttribute("target", "_blank");
  await expect(reply.getByRole("link", { name: "bad" })).toHaveCount(0);
  await expect(reply.getByRole("link", { name: "picture" })).toHaveAttribute("href", "https://example.com/p.png");
  await expect(reply.locator("img")).toHaveCount(0);
  await expect(reply.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
  await expect(reply.getByText("ts", { exact: true })).toBeVisible();
  await reply.getByRole("button", { name: "Copy code" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^export function describe/);
  await reply.getByRole("button", { name: "Copy answer" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("```ts");
  await expect(reply.locator("pre .hljs-keyword").first()).toHaveText("export");
  await ask("Solve a quadratic equation");
  // KaTeX draws it, and the sources are gone.
  await expect(replies().last().locator("math[display=block] mfrac")).toBeVisible();
  await expect(replies().last().getByText("$")).toHaveCount(0);
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain('href="https://example.com/"');
  expect(html).not.toContain('href="javascript:');
  await expectAccessible(page);
});

test("regenerates the latest reply and charges again", async () => {
  await newChat();
  await ask("What floats on water?");
  const before = await credits();
  await replies().last().getByRole("button", { name: "Answer again" }).click();
  await waitForReply();
  await expect(replies()).toHaveCount(1);
  await expect(log().getByText("What floats on water?").first()).toBeVisible();
  expect(await credits()).toBe(before - CHAT_COST);
});

test("an edited message replaces all that followed it", async () => {
  await ask("And what sinks?");
  await expect(replies()).toHaveCount(2);
  const first = log().getByRole("article").first();
  await first.hover();
  await first.getByRole("button", { name: "Edit" }).click();
  const edited = page.getByLabel("Edit your message");
  await expect(edited).toBeFocused();
  await edited.press("Escape");
  await expect(edited).toHaveCount(0);
  await expect(first.getByRole("button", { name: "Edit" })).toBeFocused();
  await first.hover();
  await first.getByRole("button", { name: "Edit" }).click();
  await edited.fill("What flies in the air?");
  await edited.press("Enter");
  await waitForReply();
  await expect(replies()).toHaveCount(1);
  await expect(replies().last()).toContainText("I was given no earlier messages");
  await page.reload();
  await expect(log().getByText("What flies in the air?").first()).toBeVisible();
  await expect(log().getByText("And what sinks?")).toHaveCount(0);
  await expect(log().getByText("What floats on water?")).toHaveCount(0);
});

test("Escape stops a reply, which can be shown whole later, and the message can be edited at once", async () => {
  await newChat();
  await field().fill(`Stop ${"and go on ".repeat(30)}`);
  await field().press("Enter");
  await expect(replies().last()).toContainText("Stop");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(log().getByText("Stopped.")).toBeVisible();
  // Told to screen readers as well, and not as complete.
  await expect(status()).toHaveText("You stopped the answer.");
  await expect(field()).toBeFocused();
  const spent = await credits();
  await page.getByRole("button", { name: "Continue" }).click();
  // The rest is streamed, at no charge.
  await waitForReply();
  await expect(page.getByText("Stopped.")).toHaveCount(0);
  expect(await credits()).toBe(spent);

  await field().fill(`Again ${"and go on ".repeat(30)}`);
  await field().press("Enter");
  await expect(replies().last()).toContainText("Again");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  const question = log().getByRole("article").nth(2);
  await question.hover();
  await question.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Edit your message").fill("Something short");
  await page.getByLabel("Edit your message").press("Enter");
  await waitForReply();
  await expect(replies()).toHaveCount(2);
  await expect(replies().last()).toContainText("Something short");
});

test("a running answer goes on after a reload and in a second tab, and is charged once", async () => {
  await newChat();
  const before = await credits();
  await field().fill(`Resume ${"and go on ".repeat(40)}`);
  await field().press("Enter");
  // The address is there while the answer is written.
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/chat\/.+/);
  const second = await page.context().newPage();
  await Promise.all([second.goto(page.url()), page.reload()]);
  for (const tab of [page, second]) {
    const reply = tab.getByRole("region", { name: "Messages" }).getByRole("article").nth(1);
    await expect(reply).toContainText("In a real shop, your own model answers here");
    await expect(reply.getByRole("button", { name: "Answer again · 10 credits" })).toBeVisible();
    await expect(tab.getByRole("article")).toHaveCount(2);
  }
  await second.close();
  expect(await credits()).toBe(before - CHAT_COST);
});

test("versions of an answer are switched, and no version costs anything again", async () => {
  await newChat();
  await ask("Which version?");
  await replies()
    .last()
    .getByRole("button", { name: /^Answer again/ })
    .click();
  await waitForReply();
  const spent = await credits();
  const versions = replies().last().getByRole("group", { name: "Versions" });
  await expect(versions).toContainText("2/2");
  await versions.getByRole("button", { name: "Previous version" }).click();
  await expect(versions).toContainText("1/2");
  await expect(replies()).toHaveCount(1);
  expect(await credits()).toBe(spent);
});

test("a reply that breaks off is kept and marked, and its failure shown", async () => {
  await newChat();
  await field().fill("please [cut] this");
  await field().press("Enter");
  await expect(replies().last()).toContainText("Interrupted");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page).toHaveURL(/\/chat\/.+/);
  await page.reload();
  await expect(replies().last()).toContainText("Interrupted");
});

test("the log follows the end unless the reader scrolls up", async () => {
  await newChat();
  await page.setViewportSize({ width: 1440, height: 420 });
  await ask("code one");
  await field().fill(`code ${"word ".repeat(120)}`);
  await field().press("Enter");
  await expect(page.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Jump to latest" })).toHaveCount(0);
  const scrolledUp = scrollEndAbove(200);
  await log().hover();
  await page.mouse.wheel(0, -300);
  await scrolledUp;
  const jump = page.getByRole("button", { name: "Jump to latest" });
  await expect(jump).toBeVisible();
  const top = log().getByRole("article").first();
  const topAt = async () => (await top.boundingBox())?.y ?? Number.NaN;
  const readAt = await topAt();
  await waitForReply();
  // Scroll anchoring is exact to one pixel.
  expect(Math.abs((await topAt()) - readAt)).toBeLessThan(1);
  await jump.click();
  await expect(jump).toHaveCount(0);
  await page.setViewportSize(TALL);
});

test("chats are grouped by day, searched by message, renamed and deleted", async () => {
  await expect(chats().getByRole("heading", { name: "Today" })).toBeVisible();
  await chats().getByRole("searchbox").fill("flies in the air");
  const results = chats().getByRole("listitem");
  await expect(results).toHaveCount(1);
  await expect(results).toContainText("What floats on water?");
  await chats().getByRole("searchbox").fill("no such words");
  await expect(chats()).toContainText("No chat contains “no such words”.");
  await chats().getByRole("searchbox").fill("flies in the air");
  await results.hover();
  await results.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const title = page.getByRole("dialog").getByLabel("Title");
  await expect(title).toBeFocused();
  await title.fill("Things that fly");
  await title.press("Enter");
  await expect(results).toContainText("Things that fly");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(results.getByRole("button", { name: /^More/ })).toBeFocused();
  await results.getByRole("link").click();
  await expect(page).toHaveTitle("Things that fly · Genmint");
  await expect(results.getByRole("link")).toHaveAttribute("aria-current", "page");
  const address = page.url();
  await results.hover();
  await results.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeFocused();
  await chats().getByRole("searchbox").fill("");
  await expect(chats()).not.toContainText("Things that fly");
  expect((await page.request.get(address)).status()).toBe(404);
});

test("chats are pinned, archived and exported", async () => {
  await newChat();
  await ask("What grows in winter?");
  const choose = async (title: string, action: string) => {
    const row = chats().getByRole("listitem").filter({ hasText: title });
    await row.hover();
    await row.getByRole("button", { name: /^More/ }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("What grows in winter?", "Pin");
  const pinned = chats().getByRole("list", { name: "Pinned" });
  await expect(pinned).toContainText("What grows in winter?");
  const download = page.waitForEvent("download");
  await choose("What grows in winter?", "Export as Markdown");
  expect((await download).suggestedFilename()).toMatch(/\.md$/);
  await choose("What grows in winter?", "Archive");
  await expect(chats()).not.toContainText("What grows in winter?");
  await chats().getByRole("button", { name: "Archived chats" }).click();
  await expect(chats()).toContainText("What grows in winter?");
  await choose("What grows in winter?", "Unarchive");
  await expect(chats()).toContainText("Chats you archive show up here.");
  await chats().getByRole("button", { name: "Back to all chats" }).click();
  await expect(chats()).toContainText("What grows in winter?");
});

test("custom instructions apply to the next message", async () => {
  await newChat();
  await chats().getByRole("button", { name: "Custom instructions" }).click();
  const dialog = page.getByRole("dialog", { name: "Custom instructions" });
  await dialog.getByLabel("What should every answer keep in mind?").fill("Answer like a pirate.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await ask("Hello there, what do you keep in mind?");
  await expect(replies().last()).toContainText("Answer like a pirate.");
  await page.reload();
  await chats().getByRole("button", { name: "Custom instructions" }).click();
  const instructions = dialog.getByLabel("What should every answer keep in mind?");
  await expect(instructions).toHaveValue("Answer like a pirate.");
  await instructions.fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
});

test("each model has its price, shown before and charged after", async () => {
  await newChat();
  await page.getByRole("combobox", { name: "Model" }).selectOption({ label: "sandbox-chat-large · 15 credits" });
  const before = await credits();
  await field().fill("What does a larger model do?");
  await page.getByRole("button", { name: "Send · 15 credits" }).click();
  await waitForReply();
  expect(await credits()).toBe(before - 15);
  await expect(page.getByText("Model: sandbox-chat-large")).toBeVisible();
  await expect(log().getByRole("button", { name: "Answer again · 15 credits" })).toBeVisible();
  await page.getByRole("combobox", { name: "Model" }).selectOption({ index: 0 });
});

test("a message near the limit shows its length, and a longer one cannot be sent", async () => {
  await field().fill("x".repeat(31_000));
  await expect(page.getByText("31,000 of 32,000 characters")).toBeVisible();
  await field().fill("x".repeat(32_001));
  await expect(page.getByText(/Shorten it to send/)).toBeVisible();
  await expect(sendButton()).toBeDisabled();
  await field().fill("");
});

test("on a phone the chats are in a drawer", async () => {
  await page.setViewportSize(PHONE);
  await page.getByRole("button", { name: "Chats" }).click();
  const drawer = page.getByRole("dialog", { name: "Chats" });
  await expect(drawer.getByRole("link", { name: "New chat" })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("listitem").first().getByRole("link").click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\/chat\/.+/);
  await expect(replies().first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await page.setViewportSize(TALL);
});

test("speaks Chinese", async () => {
  const address = new URL(page.url());
  await page.goto(`/zh${address.pathname}`);
  await expect(page.getByRole("button", { name: "发送 · 10 积分" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "对话" }).getByRole("heading", { name: "今天" })).toBeVisible();
  await page.goto(address.pathname);
});

test("the first load of a chat takes less than 250 kB of scripts", async () => {
  await page.reload({ waitUntil: "networkidle" });
  const urls = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const sizes = await Promise.all(
    urls
      .filter((url) => url.endsWith(".js"))
      .map(async (url) => gzipSync(await (await page.request.get(url)).body()).byteLength),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_MAX_BYTES);
});

test("a touch keyboard's Enter starts a new line", async ({ browser }) => {
  const phone = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  const phonePage = await phone.newPage();
  await createUser(phone);
  await openSignedIn(phonePage, "/chat");
  const message = phonePage.getByRole("textbox", { name: "Message" });
  await message.fill("First line");
  await message.press("Enter");
  await message.pressSequentially("second line");
  await expect(message).toHaveValue("First line\nsecond line");
  await phone.close();
});
