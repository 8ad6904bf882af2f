import { createDb } from "@app/db/client/db";
import { expect, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import { buy, callSuccessfully, createUser, makeChat, openSignedIn, postSuccessfully } from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

test("a shared page and the library say that the file of a work is gone", async ({ browser }) => {
  const context = await browser.newContext();
  const own = await context.newPage();
  await createUser(context);
  await buy(context);
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const visitor = await (await browser.newContext()).newPage();
  const { buffer, mimeType } = await referencePicture();
  const picture = { prompt: "a boat", imageUrl: `data:${mimeType};base64,${buffer.toString("base64")}` };
  const image = await postSuccessfully(context, "/api/image/generate", picture);
  const video = await postSuccessfully(context, "/api/video/generate", { prompt: "a boat" });
  for (const [id, name] of [
    [image["id"] ?? "", "picture"],
    [video["id"] ?? "", "video"],
  ] as const) {
    const data = { status: "completed", resultUrl: `${process.env["SANDBOX_URL"]}/storage/gone` };
    await db.generationHistory.update({ where: { id }, data });
    const { token } = await callSuccessfully<{ token: string }>(context, "sharing.save", { id, showPrompt: false });
    await visitor.goto(`/s/${token}`);
    await expect(visitor.getByRole("main")).toContainText(`This ${name} can’t be loaded.`);
    // A visitor has no button to download it.
    await expect(visitor.getByRole("main")).not.toContainText("download");
    await openSignedIn(own, `/history?id=${id}`);
    await expect(own.getByRole("dialog")).toContainText(`This ${name} can’t be loaded.`);
  }
  await db.$disconnect();
  await visitor.context().close();
  await context.close();
});

test("the dialog of a link that has ended, and says so late, makes no new one", async ({ browser }) => {
  const context = await browser.newContext();
  const own = await context.newPage();
  await createUser(context);
  await buy(context);
  const { buffer, mimeType } = await referencePicture();
  const work = { prompt: "a boat", imageUrl: `data:${mimeType};base64,${buffer.toString("base64")}` };
  const { id } = await postSuccessfully<{ id: string }>(context, "/api/image/generate", work);
  await openSignedIn(own, `/history?id=${id}`);
  await own.getByRole("dialog").getByRole("button", { name: "Share" }).click();
  const dialog = own.getByRole("dialog", { name: "Share" });
  const create = dialog.getByRole("button", { name: "Create link" });
  await create.click();
  await expect(dialog.getByLabel("Link")).toBeVisible();
  // Another tab is faster.
  await callSuccessfully(context, "sharing.stop", { id });
  await dialog.getByLabel("Show prompt").click();
  await expect(dialog.getByText("This no longer exists.")).toBeVisible();
  await expect(create).toBeVisible();
  await create.click();
  await expect(dialog.getByLabel("Link")).toBeVisible();
  await expect(dialog.getByRole("alert")).toBeHidden();
  // The server stops, and its response is lost.
  await own.route("**/api/trpc/sharing.stop*", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Stop sharing" }).click();
  await expect(create).toBeVisible();
  await context.close();
});

test("the library lists pinned chats before the others, and not only in the list of the chat page", async ({
  page,
}) => {
  const context = page.context();
  await createUser(context);
  await buy(context);
  const path = await makeChat(context, "What grows in winter?");
  const pin = { sessionId: path.replace("/chat/", ""), pinned: true };
  await callSuccessfully(context, "chat.organize", pin);
  await openSignedIn(page, "/history?show=chats");
  const main = page.getByRole("main");
  const chats = main.getByRole("link", { name: /\?$/ });
  await expect(chats).toHaveText(["What grows in winter?"]);
  await expect(main).not.toContainText("No chats yet.");
  await makeChat(context, "What flies?");
  await page.reload();
  await expect(chats).toHaveText(["What grows in winter?", "What flies?"]);
});
