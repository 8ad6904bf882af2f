import { expect, type Locator, type Page, type Route, test } from "@playwright/test";
import { referencePicture } from "../tests/reference-picture";
import {
  balance,
  buy,
  callSuccessfully,
  createUser,
  loseNextResponse,
  makeChat,
  openSignedIn,
  PASSWORD,
  postSuccessfully,
  signIn,
} from "../tests/test-user";

const refuseConnection = (route: Route) => route.abort();
const message = (page: Page) => page.getByLabel("Message", { exact: true });
const send = (page: Page) => page.getByRole("button", { name: /^Send ·/ });
const unreachable = (page: Page) => page.getByText("We can’t reach the server").first();
const answers = (page: Page) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: "Answer" }) });

let email: string;
test.beforeEach(async ({ context }) => {
  email = await createUser(context);
  await buy(context);
});

test("a message whose response was lost is charged once, also after another chat was used", async ({ page }) => {
  const first = await makeChat(page.context(), "Hello one");
  const second = await makeChat(page.context(), "Hello two");
  await openSignedIn(page, first);
  await loseNextResponse(page, "**/api/chat/stream");
  await message(page).fill("Asked once");
  await send(page).click();
  await expect(unreachable(page)).toBeVisible();
  await expect(message(page)).toHaveValue("Asked once");
  await openSignedIn(page, second);
  await message(page).fill("Another question");
  await send(page).click();
  await expect(answers(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
  await openSignedIn(page, first);
  await expect(message(page)).toHaveValue("Asked once");
  await send(page).click();
  await expect(page.getByText("Asked once").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
  await openSignedIn(page, "/dashboard");
  await expect(balance(page)).toContainText("160 credits");
});

test("a message whose response a proxy has replaced by its own 503 is charged once", async ({ page }) => {
  await openSignedIn(page, await makeChat(page.context(), "Hello"));
  await page.route(
    "**/api/chat/stream",
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 503, contentType: "text/html", body: "<h1>503 Service Unavailable</h1>" });
    },
    { times: 1 },
  );
  await message(page).fill("Asked once");
  await send(page).click();
  await expect(page.getByRole("main")).toContainText("The server responded with status 503.");
  await expect(message(page)).toHaveValue("Asked once");
  await send(page).click();
  await expect(page.getByText("Asked once").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
  await openSignedIn(page, "/dashboard");
  await expect(balance(page)).toContainText("180 credits");
});

test("a message that a Wi-Fi login page has responded to is back in the field, in an old chat and in a new one", async ({
  page,
}) => {
  for (const path of [await makeChat(page.context(), "Hello"), "/chat"]) {
    await openSignedIn(page, path);
    const portal = { status: 200, contentType: "text/html", body: "<h1>Welcome to the hotel</h1>" };
    await page.route("**/api/chat/stream", (route) => route.fulfill(portal), { times: 1 });
    await message(page).fill("Asked once");
    await send(page).click();
    await expect(unreachable(page)).toBeVisible();
    await expect(message(page)).toHaveValue("Asked once");
    await send(page).click();
    await expect(page.getByRole("button", { name: "Answer again" })).toBeVisible();
    await expect(page.getByText("Asked once").last()).toBeVisible();
  }
  await openSignedIn(page, "/dashboard");
  await expect(balance(page)).toContainText("170 credits");
});

test("a webhook's secret whose replacement had no response is replaced once", async ({ page }) => {
  const endpoint = { url: "https://example.com/hook", events: ["credits.low"] };
  const { id } = await callSuccessfully<{ id: string }>(page.context(), "webhooks.create", endpoint);
  await openSignedIn(page, `/account/webhooks/${id}`);
  await loseNextResponse(page, "**/api/trpc/webhooks.rotateSecret*");
  const replace = page.getByRole("button", { name: "Replace" });
  await replace.click();
  await expect(unreachable(page)).toBeVisible();
  const { secret } = await callSuccessfully<{ secret: string }>(page.context(), "webhooks.revealSecret", {
    endpointId: id,
  });
  await replace.click();
  await expect(page.getByText(secret).or(page.locator(`input[value="${secret}"]`))).toBeVisible();
});

test("a refused message is not lost when the next one was begun", async ({ page }) => {
  await openSignedIn(page, "/chat");
  let respond = (): unknown => undefined;
  await page.route("**/api/chat/stream", (route) => {
    respond = () => route.fulfill({ status: 429, json: { error: "Too many requests" } });
  });
  await message(page).fill("The first question");
  await send(page).click();
  await expect(message(page)).toHaveValue("");
  await message(page).fill("A second thought");
  respond();
  await expect(page.getByText("That’s a lot at once.")).toBeVisible();
  await expect(message(page)).toHaveValue("The first question\n\nA second thought");
});

test("a reload keeps a message without a response and what was typed after it", async ({ page }) => {
  await openSignedIn(page, "/chat");
  await page.route("**/api/chat/stream", () => new Promise(() => undefined));
  await message(page).fill("The first question");
  await send(page).click();
  await expect(message(page)).toHaveValue("");
  await message(page).fill("A second thought");
  await openSignedIn(page, "/chat");
  await expect(message(page)).toHaveValue("The first question\n\nA second thought");
  await openSignedIn(page, "/chat");
  await expect(message(page)).toHaveValue("The first question\n\nA second thought");
});

test("a message without a response that was put back into the field, and deleted there, stays deleted", async ({
  page,
}) => {
  await openSignedIn(page, "/chat");
  await loseNextResponse(page, "**/api/chat/stream");
  await message(page).fill("Asked once");
  await send(page).click();
  await expect(unreachable(page)).toBeVisible();
  await expect(message(page)).toHaveValue("Asked once");
  await message(page).fill("Something else");
  await openSignedIn(page, "/chat");
  await expect(message(page)).toHaveValue("Something else");
});

test("a message whose response was lost is charged once, also when its repetition fails at first", async ({ page }) => {
  await openSignedIn(page, "/chat");
  await loseNextResponse(page, "**/api/chat/stream");
  await message(page).fill("Asked once");
  await send(page).click();
  await expect(unreachable(page)).toBeVisible();
  // As while the database restarts, and then of a user's limit.
  for (const [status, error] of [
    [500, "Internal server error"],
    [429, "Too many requests"],
  ] as const) {
    await page.route("**/api/chat/stream", (route) => route.fulfill({ status, json: { error } }), { times: 1 });
    const refusal = page.waitForResponse("**/api/chat/stream");
    await send(page).click();
    await refusal;
    await expect(message(page)).toHaveValue("Asked once");
  }
  await send(page).click();
  await expect(page.getByRole("button", { name: "Answer again" })).toBeVisible();
  await openSignedIn(page, "/dashboard");
  await expect(balance(page)).toContainText("190 credits");
});

test("a new collection stays in the list when the work could not be added", async ({ page }) => {
  await postSuccessfully(page.context(), "/api/video/generate", { prompt: "A storm" });
  await openSignedIn(page, "/history");
  await page
    .getByRole("link", { name: /A storm/ })
    .first()
    .click();
  await page.route("**/api/trpc/collections.addWorks*", refuseConnection, { times: 1 });
  await page.getByRole("dialog").getByRole("button", { name: "Add to collection" }).click();
  const dialog = page.getByRole("dialog").last();
  await dialog.getByRole("textbox").fill("Storms");
  await dialog.getByRole("button", { name: /Create/ }).click();
  await expect(dialog.getByText("We can’t reach the server")).toBeVisible();
  await dialog.getByRole("button", { name: /Storms/ }).click();
  await expect(page.getByText(/Added/)).toBeVisible();
});

test("pinning a chat and showing another version say when they fail", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const chatPath = await makeChat(page.context(), "Hello there");
  await openSignedIn(page, chatPath);
  await page.getByRole("button", { name: "Answer again" }).last().click();
  await page.route("**/api/trpc/chat.*", refuseConnection);
  await page.getByRole("button", { name: "Previous version" }).click();
  await expect(unreachable(page)).toBeVisible();
  await openSignedIn(page, chatPath);
  const chat = page.getByRole("navigation", { name: "Chats" }).getByRole("listitem").first();
  await chat.hover();
  await chat.getByRole("button").first().click();
  await page.getByRole("menuitem", { name: "Pin" }).click();
  await expect(unreachable(page)).toBeVisible();
});

test("signing in after the session has ended leads back to the page, in Chinese too", async ({ page }) => {
  for (const path of ["/chat", "/zh/chat"]) {
    await openSignedIn(page, path);
    await page.locator("textarea").first().fill("Where was I?");
    await page.context().clearCookies();
    await page.locator("textarea").first().press("Enter");
    await page.getByRole("link", { name: /^(Sign in again|重新登录)$/ }).click();
    await page.locator('input[type="email"]').fill(email);
    await page.locator('input[type="password"]').fill(PASSWORD);
    await page.locator('input[type="password"]').press("Enter");
    await expect(page).toHaveURL(path);
    await expect(page.locator("textarea").first()).toHaveValue("Where was I?");
  }
});

test("a file requested after the session has ended leads to the sign-in page, and back to its page", async ({
  page,
}) => {
  const path = "/billing?kind=chat&tab=activity";
  await openSignedIn(page, path);
  await page.context().clearCookies();
  await page.getByRole("link", { name: "Export CSV" }).click();
  await expect(page).toHaveTitle("Sign in · Genmint");
  await page.locator('input[type="email"]').fill(email);
  await page.locator('input[type="password"]').fill(PASSWORD);
  await page.locator('input[type="password"]').press("Enter");
  await expect(page).toHaveURL(path);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("genmint-ledger.csv");
});

test("a page that loses its connection while it makes an image stays, with its picture and prompt", async ({
  page,
}) => {
  await openSignedIn(page, "/image");
  await page.locator('input[type="file"]').setInputFiles(await referencePicture());
  await expect(page.getByAltText("Reference picture")).toBeVisible();
  await page.getByLabel("Prompt", { exact: true }).fill("At night");
  await page.route("**/api/trpc/image.generate*", async (route) => {
    await route.fetch();
    await page.context().setOffline(true);
    await route.abort();
  });
  await page.getByRole("button", { name: /^Generate/ }).click();
  await expect(page.getByText("Safe to retry: you’re charged once.")).toBeVisible();
  await page.getByRole("alert").getByText("We can’t reach the server").waitFor();
  await page.unroute("**/api/trpc/image.generate*");
  await page.context().setOffline(false);
  // What was charged is shown without a reload.
  await expect(balance(page)).toContainText("180 credits");
  await page.getByRole("button", { name: /^Try again/ }).click();
  await expect(page.getByText("Safe to retry: you’re charged once.")).toBeHidden();
  await expect(page.getByRole("button", { name: "Copy prompt" })).toBeVisible();
  await expect(balance(page)).toContainText("180 credits");
});

test("a key is listed although the service did not respond for a moment after it was created", async ({ page }) => {
  await openSignedIn(page, "/account");
  const section = page.getByRole("region", { name: "API keys" });
  await section.getByRole("button", { name: "Create a key" }).click();
  await section.getByLabel(/^Name/).fill("Nightly job");
  // A restart of the service: the browser stays online, and the window keeps its focus.
  let refusals = 0;
  await page.route("**/api/trpc/billing.arrival*", (route) => {
    refusals += 1;
    return refusals === 1 ? route.fulfill({ status: 502, body: "Bad gateway" }) : route.continue();
  });
  await section.getByRole("button", { name: "Create a key" }).click();
  await section.getByRole("button", { name: "Done" }).click();
  await expect(section.getByRole("button", { name: "Revoke Nightly job" })).toBeVisible();
});

test("a chat that loses its connection during a reply stays, and shows the whole reply when it returns", async ({
  page,
}) => {
  await openSignedIn(page, await makeChat(page.context(), "Hello there"));
  await page.route("**/api/chat/stream", async (route) => {
    const response = await route.fetch();
    const events = (await response.text()).split("\n\n");
    await page.context().setOffline(true);
    await route.fulfill({ response, body: `${events.slice(0, 3).join("\n\n")}\n\n` });
  });
  await message(page).fill("What are the plans and prices?");
  await send(page).click();
  await expect(page.getByText("Connection lost.")).toBeVisible();
  await expect(page.getByText("Something went wrong")).toBeHidden();
  await page.context().setOffline(false);
  await expect(answers(page)).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Answer again" })).toBeVisible();
  await expect(balance(page)).toContainText("180 credits");
});

test("a chat whose page cannot be loaded when it starts does not say that its message was free", async ({ page }) => {
  await openSignedIn(page, "/chat");
  await page.route(/\/chat\/[\w-]+\.data/, (route) => route.abort(), { times: 1 });
  await page.getByLabel("Message", { exact: true }).fill("Hello there");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  expect(await page.getByText("You weren’t charged").count()).toBe(0);
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(balance(page)).toContainText("190 credits");
});

test("a double click on Generate changes no setting of the next image", async ({ page }) => {
  await openSignedIn(page, "/image");
  await page.locator('input[type="file"]').setInputFiles(await referencePicture());
  await expect(page.getByAltText("Reference picture")).toBeVisible();
  await page.getByLabel("Prompt", { exact: true }).fill("At night");
  const generate = page.getByRole("button", { name: /^Generate/ });
  const response = page.waitForResponse(/image\.generate/);
  await generate.dblclick();
  await response;
  await expect(page.getByRole("radio", { name: "None" })).toBeChecked();
});

test("a double click that repeats a failed cancellation keeps the dialog, which says how it ended", async ({
  page,
}) => {
  await buy(page.context(), "starter_monthly");
  await openSignedIn(page, "/billing");
  await page.route("**/api/trpc/billing.cancel*", refuseConnection);
  await page.getByRole("button", { name: "Cancel Starter monthly" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Cancel plan" }).click();
  await expect(dialog.getByText("We can’t reach the server")).toBeVisible();
  const request = page.waitForRequest(/billing\.cancel/);
  await dialog.getByRole("button", { name: "Cancel plan" }).dblclick();
  await request;
  await expect(dialog.getByText("We can’t reach the server")).toBeVisible();
  // A single click outside closes it.
  await page.mouse.click(5, 400);
  await expect(dialog).toBeHidden();
});

test("works whose deletion got no response leave the library when it is repeated", async ({ page }) => {
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  for (const prompt of ["boat one", "boat two"])
    await postSuccessfully(page.context(), "/api/image/generate", { prompt, imageUrl });
  await openSignedIn(page, "/history");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const bar = page.getByRole("region", { name: "Selection" });
  await bar.getByRole("button", { name: "Select all" }).click();
  await bar.getByRole("button", { name: "Delete" }).click();
  await loseNextResponse(page, "**/api/trpc/history.deleteMany*");
  const dialog = page.getByRole("dialog", { name: "Delete 2 items?" });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(dialog.getByText("We can’t reach the server")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 items deleted")).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "boat" })).toHaveCount(0);
});

test("a ZIP that is requested after the session has ended offers to sign in again", async ({ page }) => {
  const { buffer, mimeType } = await referencePicture();
  const imageUrl = `data:${mimeType};base64,${buffer.toString("base64")}`;
  await postSuccessfully(page.context(), "/api/image/generate", { prompt: "a boat", imageUrl });
  await openSignedIn(page, "/history");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const bar = page.getByRole("region", { name: "Selection" });
  await bar.getByRole("button", { name: "Select all" }).click();
  await page.context().clearCookies();
  await bar.getByRole("button", { name: "Download ZIP" }).click();
  await expect(bar.getByRole("link", { name: "Sign in again" })).toBeVisible();
});

test.describe("a failure is shown until another action next to it succeeds", () => {
  test("signing out one browser, and then all others", async ({ page, browser }) => {
    const other = await browser.newContext();
    await signIn(other, email, PASSWORD);
    await other.close();
    await openSignedIn(page, "/account");
    const devices = page.getByRole("region", { name: "Devices" });
    await page.route("**/api/trpc/account.endSession*", refuseConnection, { times: 1 });
    await devices.getByRole("button", { name: /^Sign out Chrome on/ }).click();
    await expect(unreachable(page)).toBeVisible();
    await devices.getByRole("button", { name: "Sign out everywhere else" }).click();
    await expect(devices.getByRole("listitem")).toHaveCount(1);
    await expect(unreachable(page)).toHaveCount(0);
  });

  test("showing the secret of a webhook, and then replacing it", async ({ page }) => {
    const events = ["credits.low"];
    await callSuccessfully(page.context(), "webhooks.create", { url: "https://hooks.example/genmint", events });
    await openSignedIn(page, "/account");
    await page.getByRole("link", { name: "https://hooks.example/genmint" }).click();
    await page.route("**/api/trpc/webhooks.revealSecret*", refuseConnection, { times: 1 });
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect(unreachable(page)).toBeVisible();
    await page.getByRole("button", { name: "Replace", exact: true }).click();
    await expect(page.getByText("New secret", { exact: true })).toBeVisible();
    await expect(unreachable(page)).toHaveCount(0);
  });

  test("marking a selected work, and then taking it out of its collection", async ({ page }) => {
    const upload = await page.request.post("/api/upload/image", { multipart: { file: await referencePicture() } });
    const { url: imageUrl }: { url: string } = await upload.json();
    const { id } = await postSuccessfully(page.context(), "/api/image/generate", { prompt: "a boat", imageUrl });
    const collection = await callSuccessfully<{ id: string }>(page.context(), "collections.create", { name: "Boats" });
    await callSuccessfully(page.context(), "collections.addWorks", { collectionId: collection.id, ids: [id] });
    await openSignedIn(page, `/history?collection=${collection.id}`);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.getByRole("checkbox", { name: "Select a boat" }).check({ force: true });
    const bar = page.getByRole("region", { name: "Selection" });
    await page.route("**/api/trpc/history.setFavorites*", refuseConnection, { times: 1 });
    await bar.getByRole("button", { name: "Add to favorites" }).click();
    await expect(unreachable(page)).toBeVisible();
    await bar.getByRole("button", { name: "Remove from collection" }).click();
    await expect(page.getByText("Removed from the collection")).toBeVisible();
    await expect(unreachable(page)).toHaveCount(0);
  });
});

test.describe("a dialog that is opened again does not show the last failure", () => {
  interface Failing {
    open: Locator;
    title: RegExp;
    confirm: string;
    keep: string;
    request: string;
  }

  async function expectForgottenFailure(page: Page, { open, title, confirm, keep, request }: Failing): Promise<void> {
    const dialog = page.getByRole("dialog", { name: title });
    await page.route(`**/api/trpc/${request}*`, refuseConnection, { times: 1 });
    await open.click();
    await dialog.getByRole("button", { name: confirm, exact: true }).click();
    await expect(unreachable(page)).toBeVisible();
    await dialog.getByText(keep, { exact: true }).click();
    await expect(dialog).toBeHidden();
    await open.click();
    await expect(dialog).toBeVisible();
    await expect(unreachable(page)).toHaveCount(0);
  }

  test("deleting a work", async ({ page }) => {
    const upload = await page.request.post("/api/upload/image", { multipart: { file: await referencePicture() } });
    const { url: imageUrl }: { url: string } = await upload.json();
    const { id } = await postSuccessfully(page.context(), "/api/image/generate", { prompt: "a boat", imageUrl });
    await openSignedIn(page, `/history?id=${id}`);
    const open = page.getByRole("dialog").first().getByRole("button", { name: "Delete", exact: true });
    await expectForgottenFailure(page, {
      open,
      title: /^Delete this/,
      confirm: "Delete",
      keep: "Cancel",
      request: "history.delete",
    });
  });

  test("canceling a plan", async ({ page }) => {
    await buy(page.context(), "starter_monthly");
    await openSignedIn(page, "/billing");
    const open = page.getByRole("button", { name: /^Cancel Starter/ });
    await expectForgottenFailure(page, {
      open,
      title: /^Cancel Starter/,
      confirm: "Cancel plan",
      keep: "Keep plan",
      request: "billing.cancel",
    });
  });

  test("revoking an API key", async ({ page }) => {
    const key = { name: "Robot", scopes: ["chat"], creditLimit: null, expiresAt: null };
    await callSuccessfully(page.context(), "apiKeys.create", key);
    await openSignedIn(page, "/account");
    const open = page.getByRole("button", { name: "Revoke Robot" });
    await expectForgottenFailure(page, {
      open,
      title: /^Revoke/,
      confirm: "Revoke",
      keep: "Cancel",
      request: "apiKeys.revoke",
    });
  });

  test("removing a webhook", async ({ page }) => {
    const events = ["credits.low"];
    await callSuccessfully(page.context(), "webhooks.create", { url: "https://hooks.example/genmint", events });
    await openSignedIn(page, "/account");
    await page.getByRole("link", { name: "https://hooks.example/genmint" }).click();
    const open = page.getByRole("button", { name: "Remove", exact: true });
    await expectForgottenFailure(page, {
      open,
      title: /^Remove/,
      confirm: "Remove",
      keep: "Cancel",
      request: "webhooks.remove",
    });
  });
});
