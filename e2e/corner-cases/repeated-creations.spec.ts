import { expect, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import { buy, loseNextResponse, openSignedIn, postSuccessfully, signUp } from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

test("after a lost response the new key and the new webhook are listed", async ({ page }) => {
  await signUp(page);
  await openSignedIn(page, "/account");
  const keys = page.getByRole("region", { name: "API keys" });
  await loseNextResponse(page, "**/api/trpc/apiKeys.create*");
  await keys.getByRole("button", { name: "Create a key" }).click();
  await keys.getByLabel("Name").fill("Nightly job");
  await keys.getByRole("button", { name: "Create a key" }).click();
  await expect(keys.getByText("We can’t reach the server")).toBeVisible();
  await expect(keys.getByRole("button", { name: "Revoke Nightly job" })).toBeVisible();
  const webhooks = page.getByRole("region", { name: "Webhooks" });
  await loseNextResponse(page, "**/api/trpc/webhooks.create*");
  await webhooks.getByRole("button", { name: "Add a webhook" }).click();
  await webhooks.getByLabel("Address").fill("https://example.com/hook");
  await webhooks.getByRole("button", { name: "Add a webhook" }).click();
  await expect(webhooks.getByText("We can’t reach the server")).toBeVisible();
  await expect(webhooks.getByRole("link", { name: "https://example.com/hook" })).toBeVisible();
});

test("after a lost response the new collection can be chosen", async ({ page }) => {
  await signUp(page);
  await buy(page.context());
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  await postSuccessfully(page.context(), "/api/image/generate", { prompt: "a boat", imageUrl });
  await openSignedIn(page, "/history");
  await page
    .getByRole("main")
    .getByRole("link", { name: /a boat/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Add to collection" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to collection" });
  await dialog.getByLabel("New collection").fill("Storms");
  await loseNextResponse(page, "**/api/trpc/collections.create*");
  await dialog.getByRole("button", { name: "Create and add" }).click();
  await expect(dialog.getByText("We can’t reach the server")).toBeVisible();
  await dialog.getByRole("button", { name: /^Storms/ }).click();
  await expect(page.getByText("Added to “Storms”")).toBeVisible();
});
