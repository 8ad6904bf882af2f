import { readFileSync } from "node:fs";
import { createDb } from "@app/db/client/db";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./expect-accessible";
import {
  ADMIN,
  becomeAdmin,
  buy,
  createUser,
  openSignedIn,
  PACK_CREDITS,
  postSuccessfully,
  userIdOf,
} from "./test-user";

const VIDEO_CREDITS = 50;
const PHONE = { width: 390, height: 844 };
const PAGES = ["", "/users", "/subscriptions", "/schedules", "/payments", "/credits", "/webhooks", "/audit"];

test.describe.configure({ mode: "serial" });

const db = createDb(process.env["DATABASE_URL"] ?? "");
let admin: Page;
let customer: BrowserContext;
let email: string;
let customerPath: string;
test.beforeAll(async ({ browser }) => {
  customer = await browser.newContext();
  email = await createUser(customer);
  await buy(customer);
  customerPath = `/admin/users/${await userIdOf(customer)}`;
  admin = await browser.newPage();
  await becomeAdmin(admin.context());
});
test.afterAll(async () => {
  await customer.close();
  await admin.close();
  await db.$disconnect();
});

const dialog = () => admin.getByRole("dialog");
const notice = (text: string | RegExp) => admin.getByRole("alert").filter({ hasText: text });
const row = (text: string) => admin.getByRole("row").filter({ hasText: text });
const fact = (name: string) =>
  admin.locator("dl > div", { has: admin.getByText(name, { exact: true }) }).getByRole("definition");

async function open(path: string, title: string): Promise<void> {
  await openSignedIn(admin, path);
  await expect(admin).toHaveTitle(`${title} · Genmint`);
}

async function openCustomer(): Promise<void> {
  await openSignedIn(admin, customerPath);
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText(email);
}

/** The balance in the header of the customer's pages. */
async function expectCustomerBalance(credits: number): Promise<void> {
  const text = (await (await customer.request.get("/dashboard")).text()).replaceAll(/<[^>]*>/g, "");
  expect(/Balance: .*? credits/.exec(text)?.[0]).toBe(`Balance: ${credits.toLocaleString("en")} credits`);
}

async function search(text: string): Promise<void> {
  const field = admin.getByRole("searchbox", { name: "Search" });
  await field.fill(text);
  await field.press("Enter");
}

async function submit(name: string): Promise<void> {
  await dialog().getByRole("button", { name, exact: true }).click();
  await expect(dialog()).toBeHidden();
}

test("shows the figures of 30 and of 90 days, and verifies the ledger", async () => {
  await open("/admin", "Admin");
  const revenue = admin.getByRole("table", { name: "Revenue", exact: true });
  await expect(revenue.getByRole("row")).toHaveCount(31);
  await expect(revenue.getByRole("row").last()).toContainText("$");
  await expect(admin.getByRole("img", { name: "Failures by day, the last 30 days" })).toBeVisible();
  await admin.getByRole("link", { name: "90 days" }).click();
  await expect(revenue.getByRole("row")).toHaveCount(91);
  await admin.getByRole("button", { name: "Check the ledger" }).click();
  await expect(admin.getByText(/The ledger adds up: \d+ users/)).toBeVisible();
});

test("sorts users, finds one by part of the e-mail address, and keeps both in the URL", async () => {
  await open("/admin/users", "Users");
  await admin.getByRole("link", { name: "Email", exact: true }).click();
  await expect(admin).toHaveURL(/sort=email&direction=asc/);
  await expect(admin.getByRole("columnheader", { name: "Email", exact: true })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect(admin.getByRole("row").nth(1)).toContainText(ADMIN.email);
  await admin.getByRole("link", { name: "Credits", exact: true }).last().click();
  await expect(admin).toHaveURL(/sort=credits&direction=desc/);
  await expect(admin.getByRole("columnheader", { name: "Credits", exact: true })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await search(email.slice(2, 20).toUpperCase());
  await expect(row(email)).toContainText(String(PACK_CREDITS));
  await expect(admin).toHaveURL(/sort=credits/);
  await search("nobody of that name");
  await expect(admin.getByText("No matches.")).toBeVisible();
});

test("adjusts a balance into a debt, which the preview announces", async () => {
  await open(`/admin/users?search=${encodeURIComponent(email)}`, "Users");
  await admin.getByRole("link", { name: email }).click();
  await expect(admin.getByRole("heading", { level: 1 })).toHaveText(email);
  await admin.getByRole("button", { name: "Adjust credits" }).click();
  await expect(dialog().getByRole("button", { name: "Adjust", exact: true })).toBeDisabled();
  await dialog()
    .getByLabel("Amount")
    .fill(String(-PACK_CREDITS - 25));
  await expect(dialog()).toContainText("200 → -25 (owed)");
  await dialog().getByLabel("Reason").fill("violation_penalty");
  await submit("Adjust");
  await expect(fact("Credits")).toHaveText("-25 (owed)");
  await expect(row("Policy violation")).toContainText(ADMIN.email);
  await expect(admin.getByRole("button", { name: "Adjust credits" })).toBeFocused();
  await admin.getByRole("button", { name: "Adjust credits" }).click();
  await dialog()
    .getByLabel("Amount")
    .fill(String(PACK_CREDITS + 25));
  await submit("Adjust");
  await expect(fact("Credits")).toHaveText(String(PACK_CREDITS));
  await expectCustomerBalance(PACK_CREDITS);
});

test("refunds a failed video once", async () => {
  const { id, taskId } = await postSuccessfully(customer, "/api/video/generate", { prompt: "a boat [fail]" });
  const status = `taskId=${taskId}&historyId=${id}`;
  await expect
    .poll(async () => (await customer.request.get(`/api/video/status?${status}`)).json())
    .toMatchObject({ status: "failed" });
  await openCustomer();
  await admin.getByRole("link", { name: "Images and videos" }).click();
  await expect(row("a boat [fail]")).toContainText("Failed");
  await admin.getByRole("button", { name: "Refund a boat [fail]" }).click();
  await expect(dialog()).toContainText(`Returns ${VIDEO_CREDITS} credits`);
  await submit("Refund");
  await expect(row("a boat [fail]")).toContainText("Refunded");
  await expect(admin.getByRole("button", { name: "Refund a boat [fail]" })).toBeHidden();
  await expect(fact("Credits")).toHaveText(String(PACK_CREDITS));
});

test("bans with a reason until a time, and lifts the ban", async () => {
  await openCustomer();
  await admin.getByRole("button", { name: "Ban", exact: true }).click();
  await dialog().getByLabel("Reason").fill("spam");
  await dialog().getByLabel("Ends (UTC)").fill("2099-01-02T03:04");
  await submit("Ban");
  await expect(admin.getByText("Banned until Jan 2, 2099, 03:04 UTC")).toBeVisible();
  await expect(admin.getByText("Ban reason: spam")).toBeVisible();
  expect((await customer.request.post("/api/video/generate", { data: { prompt: "a boat" } })).status()).toBe(403);
  await admin.getByRole("button", { name: "Lift ban" }).click();
  await submit("Lift ban");
  await expect(admin.getByText("Ban reason: spam")).toBeHidden();
  await expectCustomerBalance(PACK_CREDITS);
});

test("changes the plan and the role, and explains the effect first", async () => {
  await openCustomer();
  await admin.getByRole("button", { name: "Change plan" }).click();
  await dialog().getByLabel("Plan").selectOption("pro_monthly");
  await submit("Change");
  await expect(fact("Plan")).toHaveText("Pro monthly");
  await admin.getByRole("button", { name: "Change role" }).click();
  await expect(dialog()).toContainText("can see every user");
  await submit("Make administrator");
  await expect(fact("Role")).toHaveText("Administrator");
  await admin.getByRole("button", { name: "Change role" }).click();
  await submit("Remove administrator");
  await expect(fact("Role")).toHaveText("User");
});

test("the audit log has all actions, and filters by action and administrator", async () => {
  await open("/admin/audit", "Audit log");
  for (const action of ["Adjusted credits", "Refunded a generation", "Banned", "Lifted the ban", "Changed the role"])
    await expect(row(action).first()).toContainText(ADMIN.email);
  await admin.getByLabel("Action").selectOption({ label: "Banned" });
  await admin.getByLabel("Administrator").fill(ADMIN.email);
  await admin.getByRole("button", { name: "Filter" }).click();
  await expect(admin).toHaveURL(/action=user\.ban/);
  await expect(row("reason spam").filter({ hasText: email })).toBeVisible();
  await expect(row("Adjusted credits")).toHaveCount(0);
});

test("shows the instalments of a yearly plan, and grants those that are due, once", async () => {
  await buy(customer, "starter_yearly");
  await expectCustomerBalance(PACK_CREDITS + 1_000);
  await open("/admin", "Admin");
  const payments = admin.getByRole("region", { name: "Newest payments" });
  await expect(payments.getByRole("link", { name: email }).first()).toHaveAttribute("href", /^\/admin\/users\/./);
  // Instead of waiting a month.
  const nextGrantAt = new Date(Date.now() - 60_000);
  await db.subscriptionCreditSchedule.updateMany({ where: { user: { email } }, data: { nextGrantAt } });

  await open("/admin/schedules?show=overdue", "Schedules");
  await expect(row(email)).toContainText("11,000");
  await expect(row(email)).toContainText("Overdue");
  await admin.getByRole("button", { name: "Run now" }).click();
  await expect(dialog()).toContainText("1 schedule is overdue");
  await submit("Run now");
  await expect(notice("1 instalment of 1 schedule granted: 1,000 credits")).toBeVisible();
  await expect(admin.getByText("No schedules match.")).toBeVisible();
  await admin.getByRole("button", { name: "Run now" }).click();
  await submit("Run now");
  await expect(notice("0 instalments of 0 schedules granted")).toBeVisible();

  await open(`/admin/subscriptions?status=active&search=${email.slice(0, 20)}`, "Subscriptions");
  await expect(row(email)).toContainText("Starter yearly");
  await row(email).getByRole("link").click();
  await admin.getByRole("link", { name: "Subscription", exact: true }).click();
  await expect(admin.getByRole("region", { name: "Scheduled instalments" })).toContainText("10,000");
});

test("filters the ledger and downloads what is filtered", async () => {
  await open("/admin/credits", "Credits");
  await admin.getByLabel("User", { exact: true }).fill(email);
  await admin.getByLabel("Reason").fill("refund");
  await admin.getByRole("button", { name: "Filter" }).click();
  await expect(admin).toHaveURL(/reason=refund/);
  await expect(admin.getByRole("row")).toHaveCount(2);
  const downloading = admin.waitForEvent("download");
  await admin.getByRole("link", { name: "Download CSV" }).click();
  const file = readFileSync(await (await downloading).path(), "utf8");
  const [header, entry, ...others] = file.split("\r\n");
  expect(header).toBe("createdAt,id,userId,userEmail,delta,balanceAfter,reason,paymentId,actorEmail,apiKeyId");
  expect(entry).toContain(`,${email},${VIDEO_CREDITS},`);
  expect(others).toEqual([""]);
});

test("replays an event of the provider, which stays granted", async () => {
  await open("/admin/webhooks?outcome=granted&eventType=checkout.completed", "Webhooks");
  await admin.getByRole("link", { name: "checkout.completed" }).first().click();
  await expect(admin.getByRole("region", { name: "Raw event" })).toContainText('"eventType": "checkout.completed"');
  await admin.getByRole("button", { name: /^Replay/ }).click();
  await expect(notice("Replayed: Duplicate")).toBeVisible();
  await expect(fact("Outcome")).toHaveText("Granted");
});

test("lists payments", async () => {
  await open(`/admin/payments?search=${email}`, "Payments");
  await expect(row("Credit pack")).toContainText("$5");
  await expect(row("Starter yearly")).toContainText("$290");
});

test("shows a refunded plan under Needs attention, takes its credits back, and leaves its instalments paused", async () => {
  const { SANDBOX_URL } = process.env;
  const { id } = await db.payment.findFirstOrThrow({ where: { user: { email }, planKey: "starter_yearly" } });
  await postSuccessfully(admin.context(), `${SANDBOX_URL}/payment/simulate/refund/${id}`);
  const button = admin.getByRole("button", { name: "Take back credits" });
  await open("/admin", "Admin");
  await expect(button).toBeVisible();
  await expect(admin.getByText("2,000 credits granted so far. 10,000 credits still to come, paused.")).toBeVisible();
  await expectAccessible(admin);
  await button.click();
  await submit("Take back credits");
  await expect(notice("2,000 credits taken back")).toBeVisible();
  await expect(admin.getByText("Nothing needs your attention.")).toBeVisible();
  await open(`/admin/schedules?search=${email}`, "Schedules");
  await expect(row(email)).toContainText("Paused");
  await open(`/admin/payments?search=${email}`, "Payments");
  await expect(row("Starter yearly")).toContainText("Refunded");
  await open(`/admin/credits?user=${email}`, "Credits");
  await expect(row("Credits taken back")).toContainText("2,000");
});

test("is closed to customers, in any language, and so is the file", async () => {
  const redirectOf = async (path: string) => {
    const response = await customer.request.get(path, { maxRedirects: 0 });
    return [response.status(), response.headers()["location"]];
  };
  for (const path of [...PAGES, "/ledger.csv"])
    expect(await redirectOf(`/admin${path}`), path).toEqual([302, "/dashboard"]);
  expect(await redirectOf("/zh/admin/audit")).toEqual([302, "/zh/dashboard"]);
});

test("speaks Chinese, and keeps the navigation on a missing page", async () => {
  await open("/zh/admin/users", "用户");
  await expect(admin.getByRole("navigation", { name: "管理" }).getByRole("link", { name: "审计日志" })).toBeVisible();
  await admin.goto("/admin/users/nobody");
  await expect(admin.getByText("We can’t find this.")).toBeVisible();
  await expect(admin.getByRole("navigation", { name: "Admin" })).toBeVisible();
});

test("shows the current page in the navigation on a phone", async () => {
  await admin.setViewportSize(PHONE);
  await open("/admin/audit", "Audit log");
  await expect(admin.getByRole("navigation", { name: "Admin" }).locator("[aria-current]")).toBeInViewport();
});
