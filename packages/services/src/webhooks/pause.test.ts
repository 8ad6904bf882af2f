import type { Mail } from "@app/clients/mail/mailer";
import { expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { testLimits, useTestContext, withClients } from "../../test/test-context";
import { createTestEndpoint } from "../../test/webhook-receiver";
import { deliverWebhooks } from "./deliver";
import { listDeliveries } from "./deliveries";
import { pauseOwnEndpoint, resumeEndpoint, sendTest } from "./endpoints";
import { sendWebhookPaused } from "./pause";
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

it("is resumed once, and a page that still shows a pause does not hide how long the webhook has failed since", async () => {
  const { user, userId, endpointId } = await createTestEndpoint(ctx);
  await pauseOwnEndpoint(user, { endpointId });
  await Promise.all([1, 2].map(() => resumeEndpoint(user, { endpointId })));
  const failingSince = new Date("2026-03-01T00:00:00.000Z");
  await ctx.db.webhookEndpoint.update({ where: { id: endpointId }, data: { failingSince } });
  await resumeEndpoint(user, { endpointId });
  expect(await ctx.db.webhookEndpoint.findUnique({ where: { id: endpointId } })).toMatchObject({ failingSince });
  expect(await ctx.db.auditLog.count({ where: { actorId: userId, action: "webhook.resume" } })).toBe(1);
});

it("mails one owner about a pause once a minute at most, however often the webhook is resumed", async () => {
  const mails: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const limits = testLimits({ max: 1_000, windowSeconds: 60 });
  const { receiver, user, userId, endpointId } = await createTestEndpoint(ctx);
  const { emailVerified } = await ctx.db.user.findUniqueOrThrow({ where: { id: userId } });
  expect(emailVerified).toBe(false);
  const service = withClients({ ...user, config: { ...user.config, limits } }, { mailer });
  receiver.respond = (response) => response.writeHead(410).end();
  for (let round = 0; round < 20; round += 1) {
    await sendTest(service, { endpointId });
    await deliverWebhooks(service, { endpointId });
    const { pausedAt } = await ctx.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } });
    await sendWebhookPaused(service, { endpointId, pausedAt: pausedAt?.toISOString() ?? "" });
    await resumeEndpoint(service, { endpointId });
    ctx.setNow(new Date(ctx.now().getTime() + 1_000));
  }
  expect(mails).toHaveLength(1);
  const [waiting, ...others] = await readJobs(ctx, `webhook-paused:${endpointId}`);
  expect(waiting?.task).toBe("send-webhook-paused");
  expect(others).toEqual([]);
});
