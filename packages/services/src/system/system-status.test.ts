import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { createFakePaymentProvider } from "../../test/fake-payment-provider";
import { createLostPurchase } from "../../test/lost-payments";
import { deliver, purchaseEvent } from "../../test/provider-events";
import { createUser, useTestContext, withClients } from "../../test/test-context";
import { reconcileCheckout } from "../billing/reconcile";
import { runMaintenance } from "../maintenance";
import { queueJob } from "../platform/job-queue";
import { grantInstalments } from "../schedule/run-due-grants";
import { getSystemStatus } from "./system-status";

const ctx = useTestContext();

describe("getSystemStatus", () => {
  it("has the versions and the times of the last runs", async () => {
    await runMaintenance(ctx);
    await grantInstalments(ctx);
    expect(await getSystemStatus(ctx)).toMatchObject({
      versions: {
        node: process.versions.node,
        postgres: expect.stringMatching(/^\d+/),
        migration: expect.stringMatching(/^\d{4}_/),
      },
      jobs: { failing: 0 },
      dueSchedules: 0,
      lastMaintenanceAt: ctx.now(),
      lastGrantRunAt: ctx.now(),
    });
  });

  it("counts jobs that were given up apart, and the statement of operations.md runs them again", async () => {
    await queueJob(ctx.db, "end-subscription", { subscriptionId: "sub_1" }, { key: "given up" });
    await ctx.db.$executeRaw`UPDATE graphile_worker._private_jobs SET last_error = 'refused', attempts = max_attempts`;
    expect((await getSystemStatus(ctx)).jobs).toMatchObject({ failing: 0, givenUp: 1 });
    const operations = readFileSync(path.join(import.meta.dirname, "../../../../docs/operations.md"), "utf8");
    await ctx.db.$executeRawUnsafe(
      /SELECT graphile_worker\.reschedule_jobs\(.+max_attempts/.exec(operations)?.[0] ?? "",
    );
    expect((await getSystemStatus(ctx)).jobs).toMatchObject({ failing: 1, givenUp: 0 });
  });

  it("does not take a payment that the provider was asked about for a webhook that came", async () => {
    const payment = createFakePaymentProvider();
    const { id } = await createLostPurchase(ctx, payment);
    expect(await reconcileCheckout(withClients(ctx, { payment }), id)).toEqual({ isPaid: true, granted: true });
    expect((await getSystemStatus(ctx)).lastWebhookAt).toBeNull();
    await deliver(ctx, purchaseEvent({ userId: await createUser(ctx), key: "pack_200" }));
    expect((await getSystemStatus(ctx)).lastWebhookAt).toEqual(ctx.now());
  });
});
