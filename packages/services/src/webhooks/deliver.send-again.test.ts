import { RETRY_POLICY } from "@app/core/webhooks/retries";
import { expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { useTestContext } from "../../test/test-context";
import { createTestEndpoint } from "../../test/webhook-receiver";
import { deliverWebhooks } from "./deliver";
import { listDeliveries, redeliver } from "./deliveries";
import { deliveryJobKey, publishEvents } from "./publish";

const ctx = useTestContext();

/** A delivery with this many failed attempts, during whose next attempt its owner presses "Send again". */
async function sendAgainDuringAttempt(failures: number) {
  const { receiver, user, userId, endpointId } = await createTestEndpoint(ctx);
  const data = { balance: 1, threshold: 100 };
  await publishEvents(ctx.db, [{ userId, type: "credits.low", at: ctx.now(), data }]);
  await ctx.db.webhookDelivery.updateMany({ where: { endpointId }, data: { failures } });
  receiver.respond = (response, { id }) => {
    void redeliver(user, { deliveryId: id }).finally(() => response.writeHead(500).end());
    receiver.respond = (next) => next.writeHead(500).end();
  };
  await deliverWebhooks(user, { endpointId }, { random: () => 0.5 });
  const { items } = await listDeliveries(user, { endpointId });
  return { delivery: items[0], jobs: await readJobs(ctx, deliveryJobKey(endpointId)), receiver };
}

it("keeps what was sent again during its last attempt, with all retries", async () => {
  const { delivery } = await sendAgainDuringAttempt(RETRY_POLICY.pausesMs.length);
  expect(delivery).toMatchObject({ status: "pending" });
});

it("sends it now although an attempt in the middle fails meanwhile", async () => {
  const { delivery } = await sendAgainDuringAttempt(8);
  const row = await ctx.db.webhookDelivery.findUniqueOrThrow({ where: { id: delivery?.id ?? "" } });
  // All retries from the beginning: the pauses before are seconds, not four hours.
  expect(row.failures).toBeLessThanOrEqual(2);
});
