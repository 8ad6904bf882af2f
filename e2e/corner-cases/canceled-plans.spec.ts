import { createDb } from "@app/db/client/db";
import { expect, test } from "@playwright/test";
import { becomeAdmin, buy, createUser, openSignedIn, postSuccessfully, userIdOf } from "../tests/test-user";

/** Plans that were canceled at once, while their paid period still runs. */

test("says of a plan that an administrator has canceled neither on Home nor on Billing that it runs on or has ended in a year", async ({
  page,
  browser,
}) => {
  const customer = page.context();
  await createUser(customer);
  await buy(customer, "starter_yearly");
  const admin = await browser.newContext();
  await becomeAdmin(admin);
  const cancellation = { action: "cancel", planKey: "free" };
  await postSuccessfully(admin, `/api/admin/users/${await userIdOf(customer)}/subscription`, cancellation);
  await admin.close();
  await openSignedIn(page, "/dashboard");
  await expect(page.getByRole("link", { name: "See all plans" })).toBeVisible();
  await expect(page.getByText(/^Ended /)).toHaveCount(0);
  await openSignedIn(page, "/billing");
  await expect(page.getByText("No plan yet")).toBeVisible();
  await expect(page.getByText(/is not renewed/)).toHaveCount(0);
});

test("says on Home when a plan ends that the provider has canceled, and that a later one may be resumed", async ({
  page,
}) => {
  const customer = page.context();
  await createUser(customer);
  await buy(customer, "starter_yearly");
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const where = { userId: await userIdOf(customer) };
  await db.subscription.updateMany({ where, data: { status: "canceled" } });
  await openSignedIn(page, "/dashboard");
  await expect(page.getByText("Starter yearly")).toBeVisible();
  await expect(page.getByText(/^Cancels /)).toBeVisible();
  await expect(page.getByText(/^Ended /)).toHaveCount(0);
  await buy(customer, "pro_monthly");
  await db.subscription.updateMany({ where: { ...where, status: "active" }, data: { status: "scheduled_cancel" } });
  await db.$disconnect();
  await openSignedIn(page, "/dashboard");
  await expect(page.getByText("Pro monthly", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Resume" })).toBeVisible();
});
