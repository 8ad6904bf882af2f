import { createDb } from "@app/db/client/db";
import { expect, type Locator, type Page, type Route, test } from "@playwright/test";
import { expectAccessible } from "../tests/expect-accessible";
import {
  balance,
  becomeAdmin,
  buy,
  callSuccessfully,
  createUser,
  escapeOverlay,
  makeChat,
  openSignedIn,
  PASSWORD,
  postSuccessfully,
  signIn,
  userIdOf,
} from "../tests/test-user";

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

test.describe.configure({ mode: "parallel" });

/** As Escape that cancels the composition of an input method. */
const pressEscapeInComposition = (page: Page) =>
  page.evaluate(() => {
    const init = { key: "Escape", bubbles: true, cancelable: true, isComposing: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", init));
  });

test("Escape that closes something else, or cancels a composition, does not stop a reply", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, "/chat");
  const field = page.getByLabel("Message", { exact: true });
  const stopped = page.getByText("Stopped.");
  await field.fill(`Stop ${"and go on ".repeat(600)}`);
  await field.press("Enter");
  await expect(page.getByRole("article").last()).toContainText("Stop");
  await pressEscapeInComposition(page);
  await expect(stopped).toHaveCount(0);
  await page.getByRole("button", { name: "Account" }).click();
  await escapeOverlay(page);
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(stopped).toHaveCount(0);
  await page.getByRole("button", { name: "Custom instructions" }).click();
  await escapeOverlay(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(stopped).toHaveCount(0);
  const search = page.getByRole("searchbox", { name: "Search chats" });
  await search.fill("st");
  await search.press("Escape");
  await expect(search).toHaveValue("");
  await expect(stopped).toHaveCount(0);
  await field.press("Escape");
  await expect(stopped).toBeVisible();
});

test("the answer to a message that was stopped appears below it, when another one was sent meanwhile", async ({
  page,
}) => {
  await createUser(page.context());
  await buy(page.context());
  const path = await makeChat(page.context(), "The second question");
  const sessionId = path.split("/").at(-1) ?? "";
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const createdAt = new Date(Date.now() - MINUTE_MS);
  const message = { sessionId, creditsUsed: 10, createdAt };
  // Its answer is still being written.
  const question = { ...message, role: "user", content: "The stopped question", answerPending: true };
  const { id } = await db.chatMessage.create({ data: question });
  await openSignedIn(page, path);
  const articles = page.getByRole("region", { name: "Messages" }).getByRole("article");
  await expect(articles).toHaveCount(3);
  await db.chatMessage.update({ where: { id }, data: { answerPending: false } });
  const answer = { ...message, role: "assistant", content: "The stopped answer", creditsUsed: 0, answerTo: id };
  await db.chatMessage.create({ data: answer });
  await db.$disconnect();
  await expect(articles).toHaveCount(4);
  await expect(articles.nth(1)).toContainText("The stopped answer");
});

test("Escape that cancels a composition keeps the edit of a message", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, await makeChat(page.context(), "Hello there"));
  const first = page.getByRole("article").first();
  await first.hover();
  await first.getByRole("button", { name: "Edit" }).click();
  const edited = page.getByLabel("Edit your message");
  await edited.fill("你好");
  await pressEscapeInComposition(page);
  await expect(page.getByRole("button", { name: "Cancel" })).toBeVisible();
  await expect(edited).toHaveValue("你好");
  await edited.press("Escape");
  await expect(edited).toHaveCount(0);
});

test("an edit of a message that is too long says why it cannot be sent", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, await makeChat(page.context(), "Hello there"));
  const first = page.getByRole("article").first();
  await first.hover();
  await first.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Edit your message").fill("x".repeat(32_001));
  await expect(first.getByRole("button", { name: /^Send ·/ })).toBeDisabled();
  await expect(first.getByRole("status")).toHaveText("32,001 of 32,000 characters. Shorten it to send.");
});

test("a new chat that is stopped before the server responds goes on as one chat", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, "/chat");
  let respond = () => {};
  const mayRespond = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route("**/api/chat/stream", async (route) => {
    const response = await route.fetch();
    await mayRespond;
    await route.fulfill({ response }).catch(() => undefined);
  });
  const field = page.getByLabel("Message", { exact: true });
  await field.fill("First question");
  await field.press("Enter");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  respond();
  await expect(page.getByText("Stopped.")).toBeVisible();
  // It is charged, and the page knows.
  await expect(balance(page)).toContainText("190 credits");
  await expect(page).toHaveURL(/\/chat\/.+/);
  const chat = page.url();
  await page.unroute("**/api/chat/stream");
  await field.fill("Second question");
  await field.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Answer complete." })).toBeAttached();
  expect(page.url()).toBe(chat);
  await page.reload();
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages.getByText("First question").first()).toBeVisible();
  await expect(messages.getByText("Second question").first()).toBeVisible();
});

test("text that is typed in a chat that has just begun stays in that chat", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, "/chat");
  const field = page.getByLabel("Message", { exact: true });
  await field.fill("First question");
  await field.press("Enter");
  // The chat has no id yet.
  await field.fill("A second question, half");
  await expect(page.getByRole("status").filter({ hasText: "Answer complete." })).toBeAttached();
  await expect(page).toHaveURL(/\/chat\/.+/);
  await expect(field).toHaveValue("A second question, half");
  await page.getByRole("link", { name: "New chat" }).click();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(field).toHaveValue("");
  await page.goBack();
  await expect(field).toHaveValue("A second question, half");
  await page.reload();
  await expect(field).toHaveValue("A second question, half");
});

test("a chat below the first page of the list is renamed and deleted there", async ({ page }) => {
  await createUser(page.context());
  const userId = await userIdOf(page.context());
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const now = Date.now();
  const rows = Array.from({ length: 60 }, (_, index) => ({
    index,
    id: crypto.randomUUID(),
    at: new Date(now - index * HOUR_MS),
  }));
  await db.chatSession.createMany({
    data: rows.map(({ index, id, at }) => ({ id, userId, title: `Chat ${index}`, model: "m", lastMessageAt: at })),
  });
  await db.$disconnect();
  await openSignedIn(page, "/chat");
  const chats = page.getByRole("navigation", { name: "Chats" });
  await chats.getByRole("link", { name: "Load more" }).click();
  const row = chats.getByRole("listitem").filter({ hasText: "Chat 55" });
  await row.hover();
  await row.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill("Renamed");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(chats.getByRole("link", { name: "Renamed" })).toBeVisible();
  const renamed = chats.getByRole("listitem").filter({ hasText: "Renamed" });
  await renamed.hover();
  await renamed.getByRole("button").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Chat deleted")).toBeVisible();
  await expect(chats.getByRole("link", { name: "Renamed" })).toHaveCount(0);
  await expect(chats.getByRole("link", { name: "Chat 59" })).toBeVisible();
});

test("the focus stays in the list of chats when one is pinned, unpinned or archived", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await makeChat(page.context(), "Alpha chat");
  await openSignedIn(page, "/chat");
  const chats = page.getByRole("navigation", { name: "Chats" });
  const pinned = chats.getByRole("heading", { name: "Pinned" });
  const alpha = chats.getByRole("link", { name: "Alpha chat" });
  const steps = [
    { action: "Pin", hasMoved: () => expect(pinned).toBeVisible() },
    { action: "Unpin", hasMoved: () => expect(pinned).toHaveCount(0) },
    { action: "Archive", hasMoved: () => expect(alpha).toHaveCount(0) },
  ];
  for (const { action, hasMoved } of steps) {
    await page.getByLabel("Message", { exact: true }).focus();
    await chats.getByRole("button", { name: "More options for “Alpha chat”" }).click();
    await page.getByRole("menuitem", { name: action, exact: true }).click();
    await hasMoved();
    await expect(chats.getByRole("link", { name: "New chat" }), action).toBeFocused();
  }
});

test("the dialog shows the present instructions of the user who is signed in now", async ({ browser, page }) => {
  const context = page.context();
  const other = await browser.newContext();
  const nextUser = await createUser(other);
  await other.close();
  await createUser(context);
  const save = (instructions: string) => callSuccessfully(context, "chat.setInstructions", { instructions });
  await save("The first text.");
  await openSignedIn(page, "/chat");
  const dialog = page.getByRole("dialog", { name: "Custom instructions" });
  const expectShown = async (text: string) => {
    await page.getByRole("button", { name: "Custom instructions" }).click();
    await expect(dialog.getByRole("textbox")).toHaveValue(text);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await expectShown("The first text.");
  // In another tab.
  await save("The second text.");
  await expectShown("The second text.");
  // In another tab the user signs out, and another one signs in.
  await context.clearCookies();
  await signIn(context, nextUser, PASSWORD);
  await page.getByRole("link", { name: "New chat" }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("owner"))).toBe(nextUser);
  await expectShown("");
});

const ARABIC = "مرحبا";

/** Whether the text is at the right edge of its element. */
const isAtRight = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element.lastChild ?? element);
    const text = [...range.getClientRects()].at(-1) ?? new DOMRect();
    const box = element.getBoundingClientRect();
    return box.right - text.right < text.left - box.left;
  });

test("messages and prompts that are written from right to left begin at the right", async ({ page }) => {
  await createUser(page.context());
  const userId = await userIdOf(page.context());
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const [sessionId, id] = [crypto.randomUUID(), crypto.randomUUID()];
  const at = new Date();
  const messages = {
    create: [
      {
        role: "user",
        content: `A line that is long enough to make it wide\n${ARABIC}!`,
        creditsUsed: 10,
        createdAt: at,
      },
      { role: "assistant", content: `${ARABIC}!`, creditsUsed: 0, createdAt: new Date(at.getTime() + 1) },
    ],
  };
  await db.chatSession.create({
    data: { id: sessionId, userId, title: "t", model: "m", lastMessageAt: at, messages },
  });
  const work = { userId, type: "image", prompt: `${ARABIC}!`, status: "failed", creditsUsed: 20, metadata: "{}" };
  await db.generationHistory.create({ data: { ...work, id, updatedAt: at } });
  await db.$disconnect();
  await openSignedIn(page, `/chat/${sessionId}`);
  const articles = page.getByRole("article");
  await expect(articles).toHaveCount(2);
  expect(await isAtRight(articles.nth(1).locator("p"))).toBe(true);
  expect(await isAtRight(articles.nth(0).locator('[class*="bubble"]'))).toBe(true);
  await expect(page.getByRole("textbox", { name: /message/i })).toHaveAttribute("dir", "auto");
  await openSignedIn(page, `/history?id=${id}`);
  const prompt = page.getByRole("dialog").getByText(`${ARABIC}!`, { exact: true }).last();
  await expect(prompt).toBeVisible();
  expect(await isAtRight(prompt)).toBe(true);
  await openSignedIn(page, "/image");
  await expect(page.getByLabel("Prompt", { exact: true })).toHaveAttribute("dir", "auto");
});

test("typing in a chat of 200 messages renders none of them again", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  const path = await makeChat(page.context(), "Hello there");
  const sessionId = path.slice("/chat/".length);
  // As after a refund: they cost nothing.
  const turn = (index: number) =>
    ["user", "assistant"].map((role, place) => ({
      ...{ id: crypto.randomUUID(), sessionId, role, content: `${role} ${index}`, creditsUsed: 0 },
      createdAt: new Date(Date.now() - 1_000_000 + 2_000 * index + 1_000 * place),
    }));
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  await db.chatMessage.createMany({ data: Array.from({ length: 99 }, (_, index) => turn(index)).flat() });
  await db.$disconnect();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");
  const scriptSeconds = async () => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0;
  };
  const typingSeconds = async (messages: number) => {
    await expect(page.getByRole("article")).toHaveCount(messages);
    const field = page.getByLabel("Message", { exact: true });
    await field.pressSequentially("warm up ");
    const before = await scriptSeconds();
    await field.pressSequentially("x".repeat(40));
    await expect(field).toHaveValue(/x{40}$/);
    return (await scriptSeconds()) - before;
  };
  await openSignedIn(page, "/chat");
  const inNewChat = await typingSeconds(0);
  await openSignedIn(page, path);
  // Sixteen times as long when each key rendered them all.
  expect(await typingSeconds(200)).toBeLessThan(4 * inNewChat);
});

test("all replies of a long chat become Markdown, although the server renders only the newest", async ({ page }) => {
  await createUser(page.context());
  const path = await makeLongChat(page, { replies: 8, reply: "**Row** the boat.\n\n".repeat(400) });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  await openSignedIn(page, path);
  const bold = page.getByRole("article").locator("strong");
  await expect(bold).toHaveCount(8 * 400);
  // The log stays at its end, which is at 0, while the replies above change their height.
  const log = page.getByRole("region", { name: "Messages" });
  expect(await log.evaluate((element) => element.scrollTop)).toBe(0);
  await expect(page.getByRole("button", { name: "Jump to latest" })).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("a long formula within a line does not make the whole conversation scroll sideways", async ({ page }) => {
  await createUser(page.context());
  await page.setViewportSize({ width: 390, height: 844 });
  const reply = `So \\(${"a_1 + b_1 + ".repeat(20)}c\\) is the sum.`;
  await openSignedIn(page, await makeLongChat(page, { replies: 1, reply }));
  const log = page.getByRole("region", { name: "Messages" });
  await expect(log.locator("math")).toBeVisible();
  const widthOf = (locator: Locator) => locator.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(await widthOf(log)).toBe(0);
  expect(await widthOf(log.locator('[class*="_markdown"]'))).toBeGreaterThan(0);
});

test("Escape in a dialog above the list of chats leaves the list open", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await makeChat(page.context(), "Alpha chat");
  await page.setViewportSize({ width: 640, height: 720 });
  await openSignedIn(page, "/chat");
  const open = page.getByRole("button", { name: "Chats", exact: true });
  await open.click();
  const list = page.getByRole("dialog", { name: "Chats" });
  const more = list.getByRole("button", { name: "More options for “Alpha chat”" });
  for (const action of ["Rename", "Delete"]) {
    await more.click();
    await page.getByRole("menuitem", { name: action }).click();
    const dialog = page.getByRole("dialog", { name: new RegExp(`^${action}`) });
    await expect(dialog.locator(":focus")).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(list, action).toBeVisible();
  }
  await more.focus();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(open).toBeFocused();
});

test("all messages of a chat are printed, without what is there to write and to choose", async ({ page }) => {
  await createUser(page.context());
  await openSignedIn(page, await makeLongChat(page, { replies: 12, reply: "A paragraph.\n\n".repeat(6) }));
  const messages = page.getByRole("article");
  await expect(messages).toHaveCount(12);
  await expect(messages.first()).not.toBeInViewport();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByLabel("Message", { exact: true })).toBeHidden();
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  const isCut = (element: Element) => element.scrollHeight > element.clientHeight;
  expect(await page.getByRole("region", { name: "Messages" }).evaluate(isCut)).toBe(false);
  expect(await messages.first().evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0);
});

/** Stores a chat of these replies, without a model. */
async function makeLongChat(page: Page, { replies, reply }: { replies: number; reply: string }): Promise<string> {
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const userId = await userIdOf(page.context());
  const chat = await db.chatSession.create({ data: { userId, title: "Boats", model: "m", lastMessageAt: new Date() } });
  const startedAt = Date.now() - HOUR_MS;
  await db.chatMessage.createMany({
    data: Array.from({ length: replies }, (_, number) => ({
      sessionId: chat.id,
      role: "assistant",
      content: reply,
      creditsUsed: 0,
      createdAt: new Date(startedAt + number * MINUTE_MS),
    })),
  });
  await db.$disconnect();
  return `/chat/${chat.id}`;
}

test("the texts of a chat's menu can be read", async ({ page }) => {
  await createUser(page.context());
  await buy(page.context());
  await openSignedIn(page, await makeChat(page.context(), "Hello"));
  await page.getByRole("listitem").filter({ hasText: "Hello" }).getByRole("button").first().click();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  await expectAccessible(page, { without: ["aria-required-children"] });
});

test("a refused message shows the balance that another program has left", async ({ browser }) => {
  const context = await browser.newContext();
  await createUser(context);
  const admin = await browser.newContext();
  await becomeAdmin(admin);
  const adjustment = { amount: 10, reason: "bonus" };
  await postSuccessfully(admin, `/api/admin/users/${await userIdOf(context)}/credits`, adjustment);
  await admin.close();
  const reader = await context.newPage();
  await openSignedIn(reader, "/chat");
  await makeChat(context, "Spends the credits");
  const message = reader.getByRole("textbox", { name: "Message" });
  await message.fill("Is anything left?");
  await message.press("Enter");
  const dialog = reader.getByRole("dialog", { name: "Not enough credits" });
  await expect(dialog).toContainText("You have 0 credits.");
  await expect(message).toHaveValue("Is anything left?");
  await context.close();
});

test("page data from before a charge do not bring the old balance back", async ({ browser }) => {
  const context = await browser.newContext();
  await createUser(context);
  await buy(context);
  const address = await makeChat(context, "What floats on water?");
  const reader = await context.newPage();
  await openSignedIn(reader, address);
  await balance(reader).evaluate((link) => {
    const shown: string[] = [];
    const observer = new MutationObserver(() => shown.push(link.textContent ?? ""));
    observer.observe(link, { childList: true, subtree: true, characterData: true });
    Object.assign(window, { shownBalances: shown });
  });
  // The data that the page loads after the first answer arrive during the second one.
  let deliver = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    deliver = resolve;
  });
  const loaded = new Promise<void>((resolve) => {
    const hold = async (route: Route) => {
      const response = await route.fetch();
      resolve();
      await held;
      await route.fulfill({ response });
    };
    void reader.route(/\.data\b/, hold, { times: 1 });
  });
  const message = reader.getByRole("textbox", { name: "Message" });
  await message.fill("And what sinks?");
  await message.press("Enter");
  await loaded;
  await message.fill("And what flies?");
  await message.press("Enter");
  await expect(balance(reader)).toContainText("170 credits");
  await expect(reader.getByRole("button", { name: "Stop", exact: true })).toBeVisible();
  deliver();
  await expect(reader.getByRole("button", { name: /^Send ·/ })).toBeVisible();
  const shown = await reader.evaluate(() => (window as unknown as { shownBalances: string[] }).shownBalances);
  expect(shown.map((text) => Number(/\d+/.exec(text)?.[0]))).toEqual([180, 170]);
  await context.close();
});

test("a question on the dashboard that is too long stays in the chat's field, which says so", async ({ page }) => {
  const tooLong = 32_001;
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/chat/stream")) sent += 1;
  });
  await createUser(page.context());
  await openSignedIn(page, "/zh/dashboard");
  await page.getByRole("main").getByRole("textbox").fill("x".repeat(tooLong));
  await page.getByRole("main").getByRole("textbox").press("Control+Enter");
  await expect(page).toHaveURL(/\/zh\/chat$/);
  const main = page.getByRole("main");
  await expect(main.getByText("32,001 / 32,000 字：请缩短后再发送")).toBeVisible();
  await expect(main.getByRole("textbox", { name: "消息" })).toHaveValue("x".repeat(tooLong));
  await expect(main.getByRole("alert")).toHaveCount(0);
  expect(sent).toBe(0);
});
