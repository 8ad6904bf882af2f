import { createDb } from "@app/db/client/db";
import { expect, test } from "@playwright/test";
import {
  balance,
  becomeAdmin,
  buy,
  callSuccessfully,
  createUser,
  openSignedIn,
  postSuccessfully,
  userIdOf,
} from "../tests/test-user";

test("says of a payment how many credits were taken back, and not that all were that it has granted since", async ({
  page,
  browser,
}) => {
  const customer = await browser.newContext();
  await createUser(customer);
  await buy(customer, "starter_yearly");
  const userId = await userIdOf(customer);
  await customer.close();
  const db = createDb(process.env["DATABASE_URL"] ?? "");
  const { id: paymentId } = await db.payment.findFirstOrThrow({ where: { userId } });
  const refund = () =>
    postSuccessfully(page.context(), `${process.env["SANDBOX_URL"]}/payment/simulate/refund/${paymentId}?amount=100`);
  await becomeAdmin(page.context());
  await refund();
  await callSuccessfully(page.context(), "admin.paymentCases.takeBack", { paymentId });
  await db.subscriptionCreditSchedule.updateMany({ where: { userId }, data: { nextGrantAt: new Date() } });
  await callSuccessfully(page.context(), "admin.schedules.run", {});
  await refund();
  await openSignedIn(page, "/admin");
  await expect(page.getByText("Refunded in part: $2.00 of $290.00")).toBeVisible();
  await expect(page.getByText(/^2,000 credits granted so far. 1,000 credits taken back. 10,000 credits/)).toBeVisible();
  await callSuccessfully(page.context(), "admin.paymentCases.dismiss", { paymentId });
  await db.$disconnect();
});

for (const { width, debt } of [
  { width: 320, debt: 510 },
  { width: 360, debt: 10_110 },
])
  test(`a debt of ${debt} leaves the account menu in a window of ${width} px`, async ({ browser }) => {
    const customer = await browser.newContext({ viewport: { width, height: 700 } });
    await createUser(customer);
    const admin = await browser.newContext();
    await becomeAdmin(admin);
    await postSuccessfully(admin, `/api/admin/users/${await userIdOf(customer)}/credits`, { amount: -debt });
    await admin.close();
    const page = await customer.newPage();
    await openSignedIn(page, "/billing");
    await expect(balance(page)).toContainText("(owed)");
    await expect(page.getByRole("button", { name: "Account" })).toBeInViewport({ ratio: 1 });
    await customer.close();
  });
