import { createDb } from "@app/db/client/db";
import { expect, type Page, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import {
  buy,
  callSuccessfully,
  createUser,
  escapeOverlay,
  hold,
  makeChat,
  navigateTo,
  openSignedIn,
  postSuccessfully,
} from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

test("a collection that was deleted in another tab is not called empty", async ({ page, context }) => {
  await createUser(context);
  const { id } = await callSuccessfully<{ id: string }>(context, "collections.create", { name: "Boats" });
  await openSignedIn(page, `/history?collection=${id}`);
  await expect(page.getByRole("main")).toContainText("Nothing here yet.");
  await callSuccessfully(context, "collections.delete", { collectionId: id });
  await page.reload();
  await expect(page.getByRole("main")).toContainText("This collection was deleted.");
  await page.getByRole("link", { name: "Show everything" }).click();
  await expect(page).not.toHaveURL(/collection=/);
});

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

test("the image studio says that a picture is gone, and covers none with a reference that is gone", async ({
  page,
}) => {
  await createUser(page.context());
  await buy(page.context());
  const { buffer, mimeType } = await referencePicture();
  const work = { prompt: "a boat", imageUrl: `data:${mimeType};base64,${buffer.toString("base64")}` };
  const { id } = await postSuccessfully<{ id: string }>(page.context(), "/api/image/generate", work);
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const gone = `${process.env["SANDBOX_URL"]}/storage/gone`;
  const main = page.getByRole("main");
  await db.generationHistory.update({ where: { id }, data: { imageUrl: gone } });
  await openSignedIn(page, "/image");
  await expect(main.getByRole("img", { name: "a boat" })).toBeVisible();
  await expect(main.getByRole("slider")).toHaveCount(0);
  await db.generationHistory.update({ where: { id }, data: { resultUrl: gone } });
  await openSignedIn(page, "/image");
  await expect(main).toContainText("This picture can’t be loaded.");
  await db.$disconnect();
});

test("the details of a picture keep its place while it loads", async ({ page, context }) => {
  await createUser(context);
  await buy(context);
  const { buffer, mimeType } = await referencePicture();
  const work = { prompt: "a boat", imageUrl: `data:${mimeType};base64,${buffer.toString("base64")}` };
  const { id } = await postSuccessfully<{ id: string }>(context, "/api/image/generate", work);
  const load = await hold(page, /\/storage\//);
  // Until the page has loaded as a whole, its picture has too.
  await page.goto(`/history?id=${id}`, { waitUntil: "domcontentloaded" });
  const picture = page.getByRole("dialog").getByRole("img", { name: "a boat" });
  await expect(picture).toBeVisible();
  const place = await picture.boundingBox();
  expect(place?.height).toBeGreaterThan(100);
  load();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await picture.boundingBox()).toEqual(place);
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

/** Opens the library of a new user with two works, from Home. */
async function openLibraryFromHome(page: Page): Promise<void> {
  const context = page.context();
  await createUser(context);
  await buy(context);
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  for (const prompt of ["a boat", "a plane"])
    await postSuccessfully(context, "/api/image/generate", { prompt, imageUrl });
  await openSignedIn(page, "/dashboard");
  await navigateTo(page, "Library");
}

test("after a work was deleted in its drawer, Back leads to the page before the library, and Forward does not show it", async ({
  page,
}) => {
  await openLibraryFromHome(page);
  const boat = page.getByRole("main").getByRole("link", { name: "a boat" });
  await boat.click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete this?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/history\??$/);
  await expect(boat).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goForward();
  await expect(page).toHaveTitle("Library · Genmint");
  await page.goForward();
  await expect(page.getByRole("dialog")).toContainText("We can’t find this.");
  await escapeOverlay(page);
  await expect(page).toHaveURL(/\/history\??$/);
});

test("after a work was opened with the palette in the library, Back leads to the page before the library", async ({
  page,
}) => {
  await openLibraryFromHome(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search pages/ }).fill("a boat");
  await page.getByRole("option", { name: "a boat" }).click();
  await expect(page.getByRole("dialog").getByText("a boat", { exact: true })).toBeVisible();
  await escapeOverlay(page);
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL(/\/history$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});
