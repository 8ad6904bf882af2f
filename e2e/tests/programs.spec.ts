import { createDb } from "@app/db/client/db";
import { expect, type Page, test } from "@playwright/test";
import { buy, callSuccessfully, createUser, openSignedIn, userIdOf, waitUntilInteractive } from "./test-user";

const CHAT_COST = 10;
/** The worker sends a message within seconds, and the page looks every three. */
const ATTEMPT_TIMEOUT = { timeout: 30_000 };

/** Creates a key on the account page. Returns the key, which is shown once. */
async function createKey(page: Page, name: string): Promise<string> {
  await openSignedIn(page, "/account");
  await page.getByRole("button", { name: "Create a key" }).click();
  await page.getByLabel("Name", { exact: true }).last().fill(name);
  await page.getByRole("button", { name: "Create a key" }).click();
  const key = await page.getByText(/^gm_[\w-]{43}$/).textContent();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(/^gm_[\w-]{43}$/)).toBeHidden();
  return key ?? "";
}

test("creates a key for a program, and shows what the program spent", async ({ page, playwright, baseURL }) => {
  await createUser(page.context());
  await buy(page.context());
  const key = await createKey(page, "Nightly job");
  const program = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const headers = { authorization: `Bearer ${key}` };
  expect((await program.post("/api/chat/stream", { data: { message: "Hello" }, headers })).status()).toBe(200);
  await program.dispose();

  await page.goto("/billing?tab=activity");
  await waitUntilInteractive(page);
  const usage = page.getByRole("region", { name: "Usage by API key" });
  await expect(usage.getByRole("row", { name: /Nightly job/ })).toContainText(String(CHAT_COST));
  await usage.getByRole("link", { name: "Nightly job" }).click();
  await expect(page).toHaveURL(/apiKey=/);
  const ledger = page.getByRole("region", { name: "Credit history" });
  await expect(ledger.getByRole("row")).toHaveCount(2);
  await expect(ledger).toContainText("API key: Nightly job");
});

test("a key that has expired says so, to explain why its program stopped", async ({ page }) => {
  await createUser(page.context());
  await createKey(page, "Nightly job");
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const where = { userId: await userIdOf(page.context()) };
  await db.apiKey.updateMany({ where, data: { expiresAt: new Date("2026-01-10T12:00:00.000Z") } });
  await db.$disconnect();
  await openSignedIn(page, "/account");
  const key = page.getByRole("region", { name: "API keys" }).getByRole("listitem").filter({ hasText: "Nightly job" });
  await expect(key).toContainText("Expired Jan 10, 2026, 12:00 UTC");
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

test("shows developers a quick start, their keys and the reference, from this host alone", async ({
  page,
  baseURL,
}) => {
  const others: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(baseURL ?? "") && !request.url().startsWith("data:")) others.push(request.url());
  });
  await createUser(page.context());
  await createKey(page, "My laptop");
  await page.getByRole("link", { name: "API reference" }).click();
  await expect(page).toHaveTitle("Developers · Genmint");
  await expect(page.getByRole("main")).toContainText("My laptop");
  await page.getByRole("tab", { name: "Python" }).click();
  await expect(page.getByText(`base_url="${baseURL}/v1"`)).toBeVisible();
  await page.getByText("/api/image/generate").click();
  await expect(page.getByText("What the picture should become.")).toBeVisible();
  expect(others).toEqual([]);
});

test("adds a webhook, sends it a message and pauses it", async ({ page }) => {
  await createUser(page.context());
  await openSignedIn(page, "/account");
  await page.getByRole("button", { name: "Add a webhook" }).click();
  // No such host: the attempt fails, and the log says so.
  await page.getByLabel("Address").fill("https://webhooks.invalid/genmint");
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: "https://webhooks.invalid/genmint" }).click();
  await expect(page.getByText("No messages yet.")).toBeVisible();
  await page.getByRole("button", { name: "Send a test message" }).click();
  const log = page.getByRole("region", { name: "Messages" });
  await expect(log.getByRole("row", { name: /webhook\.test Waiting .* [1-9] / })).toBeVisible(ATTEMPT_TIMEOUT);
  await log.getByRole("button", { name: "webhook.test" }).click();
  const message = page.getByRole("dialog", { name: "webhook.test" });
  await expect(message).toContainText('"type": "webhook.test"');
  await message.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByText("You paused this webhook.")).toBeVisible();
  await expect(log.getByRole("row", { name: /webhook\.test Failed/ })).toBeVisible();
});

test("the log of a webhook says in the page's language why a message did not arrive", async ({ page }) => {
  await createUser(page.context());
  const endpoint = { url: "https://webhooks.invalid/genmint", events: ["credits.low"] };
  await callSuccessfully(page.context(), "webhooks.create", endpoint);
  await openSignedIn(page, "/zh/account");
  await page.getByRole("link", { name: endpoint.url }).click();
  await page.getByRole("button", { name: "发送测试消息" }).click();
  const log = page.getByRole("region", { name: "消息" });
  await expect(log.getByRole("row", { name: /webhook\.test .* [1-9] / })).toBeVisible(ATTEMPT_TIMEOUT);
  await log.getByRole("button", { name: "webhook.test" }).click();
  // It does not exist, or without a name server cannot be resolved.
  await expect(page.getByRole("dialog", { name: "webhook.test" })).toContainText("域名");
});
