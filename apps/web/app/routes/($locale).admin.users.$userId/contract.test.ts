import { beforeAll, describe, expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "../../../test/api-client";
import { createUser } from "../../../test/users";
import { purchaseEvent, sendWebhook } from "../../../test/webhooks";
import { useWholeApp } from "../../../test/whole-app";

const app = useWholeApp();
const NOTICE = "Not canceled at the payment provider";

let admin: SignedInUser;
beforeAll(async () => {
  admin = await signedInUser(app, { role: "admin" });
});

describe("200: a subscription that an administrator has canceled", () => {
  it("is shown as not canceled at the provider, with the reason, while that has failed", async () => {
    const userId = await createUser(app);
    await sendWebhook(app, purchaseEvent({ userId, key: "starter_monthly" }));
    const pageOf = async (tab: string) => (await admin.client.fetch(`/admin/users/${userId}?tab=${tab}`)).text();
    // Written here rather than by the administrator's action, whose job could end before the page is read.
    const queued = { status: "canceled", providerCancel: "queued", providerCancelAt: new Date() };
    await app.db.subscription.updateMany({ where: { userId }, data: queued });
    expect((await pageOf("subscription")).includes("Cancelling at the payment provider…")).toBe(true);
    expect((await pageOf("ledger")).includes(NOTICE)).toBe(false);

    const failed = { providerCancel: "failed", providerCancelError: "The payment provider refused the call (503)" };
    await app.db.subscription.updateMany({ where: { userId }, data: failed });
    for (const tab of ["ledger", "subscription"]) {
      const html = await pageOf(tab);
      expect([NOTICE, failed.providerCancelError].map((text) => html.includes(text))).toEqual([true, true]);
    }

    await app.db.subscription.updateMany({ where: { userId }, data: { providerCancel: "done" } });
    expect((await pageOf("subscription")).includes(NOTICE)).toBe(false);
  });
});
