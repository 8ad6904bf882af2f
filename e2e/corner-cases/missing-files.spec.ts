import { expect, test } from "@playwright/test";
import { expectAccessible } from "../tests/expect-accessible";
import { buy, createUser, makeChat, openSignedIn, waitUntilInteractive } from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

test("when a file of the open page is gone, a notice asks to reload, and the page stays", async ({ page, context }) => {
  await createUser(context);
  await openSignedIn(page, "/chat");
  const message = page.getByLabel("Message", { exact: true });
  await message.fill("Not sent yet");
  // As after a deployment: the files of the page that is open are gone.
  const lostFiles = /\/assets\/(palette|header-menus)-[\w-]+\.js/;
  await page.route(lostFiles, (route) => route.fulfill({ status: 404 }));
  const notice = page.getByRole("status").filter({ hasText: "Part of this page didn’t load" });
  await page.keyboard.press("Control+k");
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await message.click();
  await expect(message).toHaveValue("Not sent yet");

  await notice.getByRole("button", { name: "Reload" }).click();
  await expect(notice).toBeHidden();
  await waitUntilInteractive(page);
  await page.getByRole("banner").getByRole("button", { name: "Language" }).click();
  await expect(notice).toBeVisible();

  await page.unroute(lostFiles);
  await notice.getByRole("button", { name: "Reload" }).click();
  await expect(notice).toBeHidden();
  await waitUntilInteractive(page);
  await page.getByRole("banner").getByRole("button", { name: "Language" }).click();
  await expect(page.getByRole("menuitem", { name: "中文" })).toBeVisible();
});

test("a page asks to reload when a script of its first load cannot be loaded", async ({ page, context }) => {
  await createUser(context);
  // The libraries, the frame and the texts, as while a proxy restarts.
  for (const lostFile of [/\/assets\/base-[\w-]+\.js/, /\/assets\/frame-[\w-]+\.js/, /\/assets\/en-[\w-]+\.js/]) {
    await page.route(lostFile, (route) =>
      route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" }),
    );
    await page.goto("/dashboard");
    const notice = page.getByRole("status").filter({ hasText: "Part of this page didn’t load" });
    await expect(notice).toBeVisible();
    await page.unroute(lostFile);
    await notice.getByRole("button", { name: "Reload" }).click();
    await waitUntilInteractive(page);
    await expect(notice).toBeHidden();
  }
});

test("a chat that is opened while its Markdown renderer cannot be loaded works, and asks to reload", async ({
  page,
  context,
}) => {
  await createUser(context);
  await buy(context);
  const chat = await makeChat(context, "Hello");
  const lostFile = /\/assets\/markdown-[\w-]+\.js/;
  // As while a proxy restarts.
  await page.route(lostFile, (route) => route.fulfill({ status: 502, contentType: "text/html", body: "Bad gateway" }));
  await page.goto(chat);
  const notice = page.getByRole("status").filter({ hasText: "Part of this page didn’t load" });
  await expect(notice).toBeVisible();
  await page.getByLabel("Message", { exact: true }).fill("Another question");
  await page.getByRole("button", { name: /^Send ·/ }).click();
  await expect(page.getByRole("article")).toHaveCount(4);
  await expect(page.getByRole("button", { name: "Answer again" })).toBeVisible();
  await page.unroute(lostFile);
  await notice.getByRole("button", { name: "Reload" }).click();
  await waitUntilInteractive(page);
  await expect(notice).toBeHidden();
});
