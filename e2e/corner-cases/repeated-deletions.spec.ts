import { expect, type Locator, type Page, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import {
  buy,
  callSuccessfully,
  createUser,
  loseNextResponse,
  makeChat,
  openSignedIn,
  PASSWORD,
  postSuccessfully,
  signIn,
  signUp,
} from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

/** Presses a button whose first request is heard, its response lost, and presses it again. */
async function pressTwice(page: Page, procedure: string, button: Locator, message: Locator): Promise<void> {
  await loseNextResponse(page, `**/api/trpc/${procedure}*`);
  await button.click();
  await expect(message.getByText("We can’t reach the server")).toBeVisible();
  await button.click();
}

test("a deleted chat leaves the list when its deletion is repeated after a lost response", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signUp(page);
  await buy(page.context());
  await openSignedIn(page, await makeChat(page.context(), "Hello there"));
  const chat = page.getByRole("navigation", { name: "Chats" }).getByRole("listitem").first();
  await chat.hover();
  await chat.getByRole("button").first().click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await pressTwice(page, "chat.delete", dialog.getByRole("button", { name: "Delete" }), dialog);
  await expect(page).toHaveURL(/\/chat$/);
  await expect(page.getByRole("navigation", { name: "Chats" }).getByText("Hello there")).toBeHidden();
});

test("a deleted work and collection leave the library when their deletion is repeated", async ({ page }) => {
  await signUp(page);
  await buy(page.context());
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  await postSuccessfully(page.context(), "/api/image/generate", { prompt: "a boat", imageUrl });
  const collection = await callSuccessfully<{ id: string }>(page.context(), "collections.create", { name: "Storms" });
  await openSignedIn(page, `/history?collection=${collection.id}`);
  await page.getByRole("button", { name: "Delete collection" }).click();
  const dialog = page.getByRole("dialog", { name: /^Delete/ });
  await pressTwice(page, "collections.delete", dialog.getByRole("button", { name: "Delete" }), dialog);
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/collection=/);
  const work = page.getByRole("main").getByRole("link", { name: /a boat/ });
  await work.first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await pressTwice(page, "history.delete", dialog.getByRole("button", { name: "Delete" }), dialog);
  await expect(dialog).toBeHidden();
  await expect(work).toHaveCount(0);
});

test("a revoked key, a removed webhook and an ended session leave the settings when that is repeated", async ({
  page,
  browser,
}) => {
  const email = await createUser(page.context());
  const other = await browser.newContext();
  await signIn(other, email, PASSWORD);
  await other.close();
  await postSuccessfully(page.context(), "/api/keys", { name: "Nightly job" }, 201);
  const endpoint = { url: "https://example.com/hook", events: ["credits.low"] };
  const { id } = await callSuccessfully<{ id: string }>(page.context(), "webhooks.create", endpoint);
  await openSignedIn(page, "/account");
  const sessions = page.getByRole("region", { name: "Devices" });
  const end = sessions.getByRole("button", { name: /^Sign out (?!everywhere)/ });
  await pressTwice(page, "account.endSession", end.first(), sessions);
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(sessions.getByRole("alert")).toBeHidden();
  await page.getByRole("button", { name: "Revoke Nightly job" }).click();
  const dialog = page.getByRole("dialog");
  await pressTwice(page, "apiKeys.revoke", dialog.getByRole("button", { name: "Revoke" }), dialog);
  await expect(page.getByRole("button", { name: "Revoke Nightly job" })).toBeHidden();
  await openSignedIn(page, `/account/webhooks/${id}`);
  await page.getByRole("button", { name: "Remove" }).click();
  await pressTwice(page, "webhooks.remove", dialog.getByRole("button", { name: "Remove" }), dialog);
  await expect(page).toHaveURL(/\/account#webhooks$/);
});
