import { createDb } from "@app/db/client/db";
import { expect, type Page, test } from "@playwright/test";
import { buy, createUser, openSignedIn, userIdOf, waitUntilInteractive } from "./test-user";

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
