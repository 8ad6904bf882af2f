import { expect, it } from "vitest";
import { useTestContext } from "../../test/test-context";
import { createTestEndpoint } from "../../test/webhook-receiver";
import { deliverWebhooks } from "./deliver";
import { listDeliveries } from "./deliveries";
import { pauseOwnEndpoint, resumeEndpoint } from "./endpoints";
import { publishEvents } from "./publish";

const ctx = useTestContext();
const data = { balance: 1, threshold: 100 };

it("shows a message as delivered that was accepted while its owner paused the webhook", async () => {
  const { receiver, user, userId, endpointId } = await createTestEndpoint(ctx);
  await publishEvents(ctx.db, [{ userId, type: "credits.low", at: ctx.now(), data }]);
  receiver.respond = (response) => {
    void pauseOwnEndpoint(user, { endpointId }).finally(() => response.writeHead(204).end());
  };
  await deliverWebhooks(user, { endpointId });
  const { items } = await listDeliveries(user, { endpointId });
  expect(items).toMatchObject([{ status: "delivered", lastAttempt: { status: 204 } }]);
});

it("does not fail an event that came after the webhook was resumed", async () => {
  const { user, userId, endpointId } = await createTestEndpoint(ctx);
  await publishEvents(ctx.db, [{ userId, type: "credits.low", at: ctx.now(), data }]);
  // As if it had been written while the endpoint was being paused.
  await ctx.db.webhookEndpoint.update({ where: { id: endpointId }, data: { pausedAt: ctx.now() } });
  let isResumed = false;
  const db = ctx.db.$extends({
    query: {
      async $allOperations({ operation, args, query }) {
        // The owner resumes, and an event comes, between the run's look at the pause and its end of what waits.
        if (operation === "$executeRaw" && !isResumed) {
          isResumed = true;
          await resumeEndpoint(user, { endpointId });
          await publishEvents(ctx.db, [{ userId, type: "credits.low", at: new Date(ctx.now().getTime() + 1), data }]);
        }
        return query(args);
      },
    },
  });
  await deliverWebhooks({ ...user, db } as unknown as typeof user, { endpointId });
  const { items } = await listDeliveries(user, { endpointId });
  expect(isResumed).toBe(true);
  expect(items[0]).toMatchObject({ status: "pending" });
});
