import { createDb } from "@app/db/client/db";
import { expect, type Page, test } from "@playwright/test";
import { referencePicture } from "./reference-picture";
import {
  balance,
  becomeAdmin,
  buy,
  createUser,
  loseNextResponse,
  openSignedIn,
  PASSWORD,
  signIn,
  userIdOf,
} from "./test-user";

// Actions that move credits or money, when a response is lost, a click doubled or the connection gone. `e2e/corner-cases` has more.

test.describe.configure({ mode: "parallel" });

const db = createDb(process.env["DATABASE_URL"] ?? "");
test.afterAll(() => db.$disconnect());

const message = (page: Page) => page.getByLabel("Message", { exact: true });
const unreachable = (page: Page) => page.getByText("We can’t reach the server").first();
const generate = (page: Page) => page.getByRole("button", { name: /^Generate/ });

test.describe("by a customer with credits", () => {
  test.beforeEach(async ({ context }) => {
    await createUser(context);
    await buy(context);
  });

  test("a new chat whose response ended before it began is charged once", async ({ page }) => {
    await openSignedIn(page, "/chat");
    await page.route(
      "**/api/chat/stream",
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: "" });
      },
      { times: 1 },
    );
    await message(page).fill("Asked once");
    await page.getByRole("button", { name: /^Send ·/ }).click();
    await expect(unreachable(page)).toBeVisible();
    await expect(message(page)).toHaveValue("Asked once");
    await page.getByRole("button", { name: /^Send ·/ }).click();
    await expect(page).toHaveURL(/\/chat\/[\w-]+$/);
    await expect(page.getByRole("button", { name: "Answer again" })).toBeVisible();
    await openSignedIn(page, "/dashboard");
    await expect(balance(page)).toContainText("190 credits");
  });

  async function loseImage(page: Page): Promise<void> {
    await openSignedIn(page, "/image");
    await page.locator('input[type="file"]').setInputFiles(await referencePicture());
    await expect(page.getByAltText("Reference picture")).toBeVisible();
    await page.getByLabel("Prompt", { exact: true }).fill("At night");
    await loseNextResponse(page, "**/api/trpc/image.generate*");
    await generate(page).click();
    await expect(page.getByText("Safe to retry: you’re charged once.")).toBeVisible();
  }

  /** Loads the studio again and sends the same request: it is charged once in all. */
  async function repeatImage(page: Page): Promise<void> {
    await openSignedIn(page, "/image");
    await expect(page.getByAltText("Reference picture")).toBeVisible();
    const response = page.waitForResponse(/image\.generate/);
    await generate(page).click();
    expect((await response).status()).toBe(200);
    await openSignedIn(page, "/dashboard");
    await expect(balance(page)).toContainText("180 credits");
  }

  test("an image whose response was lost is charged once, also after the page was loaded again", async ({ page }) => {
    await loseImage(page);
    await repeatImage(page);
  });

  test("an image whose response was lost is charged once, also when the session ends before it is repeated", async ({
    page,
  }) => {
    await loseImage(page);
    const session = await page.context().cookies();
    await page.context().clearCookies();
    const refusal = page.waitForResponse(/image\.generate/);
    await page.getByRole("button", { name: /^Try again/ }).click();
    expect((await refusal).status()).toBe(401);
    await page.context().addCookies(session);
    await repeatImage(page);
  });

  test("a double click requests one video and opens one checkout", async ({ page }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (/video\.generate|billing\.checkout/.test(request.url())) sent.push(new URL(request.url()).pathname);
    });
    await openSignedIn(page, "/video");
    await page.getByLabel("Prompt", { exact: true }).fill("a boat");
    await generate(page).dblclick();
    await expect(page.getByRole("article", { name: "a boat" }).first()).toBeVisible();
    await openSignedIn(page, "/billing");
    await page.getByRole("button", { name: "Buy pack" }).dblclick();
    await expect(page).toHaveURL(/\/payment\/checkout\//);
    expect(sent).toEqual(["/api/trpc/video.generate", "/api/trpc/billing.checkout"]);
  });
});

test("a cancellation that is repeated after a lost response ends no second subscription", async ({ browser, page }) => {
  const customer = await browser.newContext();
  await createUser(customer);
  await buy(customer, "starter_monthly");
  await buy(customer, "pro_monthly");
  const userId = await userIdOf(customer);
  await customer.close();
  await becomeAdmin(page.context());
  await openSignedIn(page, `/admin/users/${userId}?tab=subscription`);
  await page.getByRole("button", { name: "Change plan" }).click();
  await loseNextResponse(page, "**/api/trpc/admin.users.changeSubscription*");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Action").selectOption("cancel");
  const change = dialog.getByRole("button", { name: "Change", exact: true });
  await change.click();
  await expect(dialog.getByText("We can’t reach the server")).toBeVisible();
  await change.click();
  await expect(dialog.getByText("This has changed in the meantime.")).toBeVisible();
  await expect(page.locator("dl > div", { hasText: "Plan" })).toContainText("Free");
  const status = await db.subscription.findMany({ where: { userId }, select: { status: true } });
  expect(status.map((row) => row.status).sort()).toEqual(["active", "canceled"]);
});

test("an adjustment that is sent without a connection, and canceled, is not made when the connection returns", async ({
  browser,
  page,
  context,
}) => {
  const customer = await browser.newContext();
  await createUser(customer);
  const userId = await userIdOf(customer);
  await customer.close();
  await becomeAdmin(context);
  await openSignedIn(page, `/admin/users/${userId}`);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Adjust credits" }).click();
  await dialog.getByLabel("Amount").fill("500");
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Adjust", exact: true }).click();
  await expect(dialog.getByText("We can’t reach the server")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url()));
  const isBack = page.waitForResponse(/billing\.arrival/);
  await context.setOffline(false);
  await isBack;
  expect(sent.filter((url) => url.includes("adjustCredits"))).toEqual([]);
  expect(await db.user.findUnique({ where: { id: userId }, select: { credits: true } })).toEqual({ credits: 0 });
});

test("what the page of a user sends after another one has signed in in another tab is charged to neither", async ({
  browser,
  page,
}) => {
  const context = page.context();
  const other = await browser.newContext();
  const nextUser = await createUser(other);
  await buy(other);
  await other.close();
  await createUser(context);
  await buy(context);
  await openSignedIn(page, "/chat");
  await context.clearCookies();
  await signIn(context, nextUser, PASSWORD);
  await message(page).fill("A secret of the first user");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "signed out" })).toBeVisible();
  await openSignedIn(page, "/dashboard");
  await expect(balance(page)).toContainText("200 credits");
  await expect(page.getByRole("main").getByText("A secret of the first user")).toHaveCount(0);
});

test("a purchase or video that is requested without a connection fails at once, and is not made later", async ({
  page,
  context,
}) => {
  await createUser(context);
  await buy(context);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/video\.generate|billing\.checkout/.test(request.url())) sent.push(new URL(request.url()).pathname);
  });
  const steps = [
    { path: "/pricing", button: "Get the pack" },
    { path: "/video", button: /^Generate/ },
  ];
  for (const { path, button } of steps) {
    await openSignedIn(page, path);
    if (path === "/video") await page.getByLabel("Prompt", { exact: true }).fill("a boat");
    await context.setOffline(true);
    // The notice of the lost connection may cover it.
    await page.getByRole("button", { name: button }).press("Enter");
    await expect(page.getByRole("main").getByText("We can’t reach the server")).toBeVisible();
    sent.length = 0;
    const isBack = page.waitForRequest(/billing\.arrival/);
    await context.setOffline(false);
    await isBack;
    expect(sent).toEqual([]);
  }
});
