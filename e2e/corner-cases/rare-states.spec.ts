import { VIDEO_DEFAULT_PROMPT } from "@app/core/video/video-choices";
import { createDb } from "@app/db/client/db";
import { expect, test } from "@playwright/test";
import { buy, callSuccessfully, createUser, openSignedIn, userIdOf } from "../tests/test-user";

test.describe.configure({ mode: "parallel" });

/** The worker sends a message within seconds, and the page looks every three. */
const ATTEMPT_MAX_MS = 30_000;

test("does not say of a canceled plan whose period is over that it ends, or can be resumed", async ({ browser }) => {
  const context = await browser.newContext();
  const subscriber = await context.newPage();
  await createUser(context);
  await buy(context, "starter_monthly");
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const where = { userId: await userIdOf(context) };
  const currentPeriodEnd = new Date("2026-01-10T12:00:00.000Z");
  await db.subscription.updateMany({ where, data: { status: "scheduled_cancel", currentPeriodEnd } });
  await db.$disconnect();
  await subscriber.goto("/dashboard");
  await expect(subscriber.getByText(/Jan 10, 2026/)).toHaveText(["Ended Jan 10, 2026"]);
  await expect(subscriber.getByRole("link", { name: "Resume" })).toHaveCount(0);
  await context.close();
});

test("says on Home and on Billing that a renewal is late", async ({ browser }) => {
  const context = await browser.newContext();
  const subscriber = await context.newPage();
  await createUser(context);
  await buy(context, "starter_monthly");
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const where = { userId: await userIdOf(context) };
  // Within the grace period: the worker expires an active subscription after it.
  const currentPeriodEnd = new Date(new Date().setUTCHours(-36, 0, 0, 0));
  const due = currentPeriodEnd.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" });
  // The first payment after a trial may be late as well.
  for (const status of ["active", "trialing"]) {
    await db.subscription.updateMany({ where, data: { status, currentPeriodEnd } });
    await subscriber.goto("/dashboard");
    await expect(subscriber.getByText(due)).toHaveText([`Renewal was due ${due}`]);
    await subscriber.goto("/billing");
    await expect(subscriber.getByText(`Renewal was due ${due}. We’re waiting for the payment`)).toBeVisible();
  }
  await db.$disconnect();
  await context.close();
});

test("the log of a webhook says in the page's language why a message did not arrive", async ({ page }) => {
  await createUser(page.context());
  const endpoint = { url: "https://webhooks.invalid/genmint", events: ["credits.low"] };
  await callSuccessfully(page.context(), "webhooks.create", endpoint);
  await openSignedIn(page, "/zh/account");
  await page.getByRole("link", { name: endpoint.url }).click();
  await page.getByRole("button", { name: "发送测试消息" }).click();
  const log = page.getByRole("region", { name: "消息" });
  await expect(log.getByRole("row", { name: /webhook\.test .* [1-9] / })).toBeVisible({ timeout: ATTEMPT_MAX_MS });
  await log.getByRole("button", { name: "webhook.test" }).click();
  // It does not exist, or without a name server cannot be resolved.
  await expect(page.getByRole("dialog", { name: "webhook.test" })).toContainText("域名");
});

test("the library names a video from a picture without a prompt in the page's language", async ({ browser }) => {
  const context = await browser.newContext();
  const own = await context.newPage();
  await createUser(context);
  const userId = await userIdOf(context);
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const id = crypto.randomUUID();
  const video = {
    id,
    userId,
    type: "video",
    prompt: VIDEO_DEFAULT_PROMPT,
    status: "failed",
    creditsUsed: 50,
    metadata: "{}",
  };
  await db.generationHistory.create({ data: { ...video, updatedAt: new Date() } });
  await db.$disconnect();
  for (const path of ["/zh/history", "/zh/history?view=list", `/zh/history?id=${id}`, "/zh/dashboard"]) {
    await openSignedIn(own, path);
    await expect(own.getByRole("main").getByText("由图片生成的视频").first()).toBeVisible();
    await expect(own.getByText(VIDEO_DEFAULT_PROMPT)).toHaveCount(0);
  }
  await context.close();
});

test("a video that failed for want of credits is not called charged or refunded", async ({ page }) => {
  await createUser(page.context());
  const userId = await userIdOf(page.context());
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const video = { userId, type: "video", prompt: "a boat", status: "failed", creditsUsed: 50, metadata: "{}" };
  await db.generationHistory.create({
    data: { ...video, id: crypto.randomUUID(), error: "Insufficient credits", updatedAt: new Date() },
  });
  await db.$disconnect();
  await openSignedIn(page, "/video");
  const alert = page.getByRole("article", { name: "a boat" }).getByRole("alert");
  await expect(alert).toContainText("You weren’t charged.");
  await expect(alert).not.toContainText("refunded");
  await openSignedIn(page, "/zh/video");
  await expect(page.getByText("Insufficient credits")).toHaveCount(0);
});

for (const width of [320, 390, 1_000])
  test(`one of several images that failed can be read in a window of ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 844 } });
    const page = await context.newPage();
    await createUser(context);
    await buy(context);
    await openSignedIn(page, "/image");
    const data = { code: "INTERNAL_SERVER_ERROR", httpStatus: 500 };
    const json = { error: { json: { message: "Failed to generate image", code: -32603, data } } };
    await page.route("**/api/trpc/image.generate*", (route) => route.fulfill({ status: 500, json }));
    const main = page.getByRole("main");
    await main.getByLabel("Or paste an image URL").fill("https://example.com/boat.png");
    await main.getByLabel("Prompt", { exact: true }).fill("a boat");
    const options = main.getByRole("button", { name: "Options" });
    if (await options.isVisible()) await options.click();
    await main.getByRole("radiogroup", { name: "Results" }).getByText("2", { exact: true }).click();
    await main.getByRole("button", { name: "Generate 2 · 40 credits" }).click();
    const failed = main.getByRole("listitem").getByRole("alert");
    await expect(failed).toHaveCount(2);
    // What is wider than its box is cut off.
    const hidden = await failed.evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
    expect(hidden).toEqual([0, 0]);
    await context.close();
  });

test("keeps the focus in the form for a key, checks its limit, and asks before revoking", async ({ page }) => {
  await createUser(page.context());
  await openSignedIn(page, "/account");
  const section = page.getByRole("region", { name: "API keys" });
  const create = section.getByRole("button", { name: "Create a key" });
  const name = section.getByLabel("Name");
  await create.press("Enter");
  await expect(name).toBeFocused();
  await section.getByRole("button", { name: "Cancel" }).click();
  await expect(create).toBeFocused();
  await create.click();
  await name.fill("Old laptop");
  await section.getByLabel("Credit limit").fill("1.5");
  await create.click();
  await expect(section.getByLabel("Credit limit")).toHaveAccessibleDescription(/whole number from 1 to 1,000,000,000/);
  await expect(section.getByLabel("Credit limit")).toBeFocused();
  // No key without a limit for what is no number.
  for (const text of ["5-", "1e", "50 credits"]) {
    await section.getByLabel("Credit limit").fill("");
    await section.getByLabel("Credit limit").pressSequentially(text);
    await create.click();
    await expect(section.getByLabel("Credit limit"), text).toHaveAccessibleDescription(/whole number from 1/);
  }
  await section.getByLabel("Credit limit").fill("50");
  await create.click();
  await expect(section.getByRole("button", { name: "Copy" })).toBeFocused();
  await section.getByRole("button", { name: "Done" }).click();
  await expect(create).toBeFocused();
  await section.getByRole("button", { name: "Revoke Old laptop" }).click();
  const dialog = page.getByRole("dialog", { name: "Revoke “Old laptop”?" });
  await dialog.getByRole("button", { name: "Cancel" }).last().click();
  await expect(section).toContainText("Old laptop");
  await section.getByRole("button", { name: "Revoke Old laptop" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(section).toContainText("No keys yet.");
  await expect(section.getByRole("heading", { name: "API keys" })).toBeFocused();
});
