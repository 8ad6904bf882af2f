import { setTimeout as pause } from "node:timers/promises";
import { createWebhookSender } from "@app/clients/webhooks/webhook-sender";
import { RETRY_POLICY } from "@app/core/webhooks/retries";
import { seededRandom } from "@app/sandbox/testing/fault-tests";
import { startFaultyReceiver } from "@app/sandbox/testing/faulty-receiver";
import { expect, it, onTestFinished } from "vitest";
import { deliverWebhooks } from "../../src/webhooks/deliver";
import { createEndpoint } from "../../src/webhooks/endpoints";
import { publishEvents } from "../../src/webhooks/publish";
import { startWorker } from "../../src/worker";
import { actAs, createUser, useTestContext, withClients } from "../test-context";

const ctx = useTestContext();
const ENDPOINTS = 4;
const EVENTS = 300;
const DONE_WITHIN_MS = 45_000;
const LOOK_INTERVAL_MS = 50;
const POLICY = { ...RETRY_POLICY, pausesMs: Array.from({ length: 40 }, () => 50) };

// Its long form, with killed processes, is e2e/faults/webhooks.ts.
it("delivers every event to receivers that fail half of the time, first attempts in order", async () => {
  const seed = Date.now() % 1_000_000;
  const receiver = await startFaultyReceiver(seededRandom(seed), (body) => JSON.parse(body).data.balance);
  onTestFinished(receiver.stop);
  const webhooks = createWebhookSender({ allowHosts: [receiver.host], timeoutMs: 300 });
  const service = { ...withClients(ctx, { webhooks, mailer: null }), now: () => new Date() };
  const userIds: string[] = [];
  for (let endpoint = 0; endpoint < ENDPOINTS; endpoint += 1) {
    const userId = await createUser(service);
    userIds.push(userId);
    await createEndpoint(await actAs(service, userId), { url: receiver.urlOf(endpoint), events: ["credits.low"] });
  }
  const worker = await startWorker(service, ctx.databaseUrl, {
    "deliver-webhooks": (job, payload) => deliverWebhooks(job, payload, { policy: POLICY }),
  });
  onTestFinished(worker.stop);
  for (let number = 0; number < EVENTS; number += 1) {
    const userId = userIds[number % ENDPOINTS] ?? "";
    const data = { balance: number, threshold: EVENTS };
    await publishEvents(ctx.db, [{ userId, type: "credits.low", at: service.now(), data }]);
  }
  const giveUpAt = Date.now() + DONE_WITHIN_MS;
  while ((await ctx.db.webhookDelivery.count({ where: { status: "delivered" } })) < EVENTS) {
    expect(Date.now(), `seed ${seed}`).toBeLessThan(giveUpAt);
    await pause(LOOK_INTERVAL_MS);
  }
  const ids = await ctx.db.webhookDelivery.findMany({ select: { id: true } });
  expect(ids.filter(({ id }) => !receiver.accepted.has(id))).toEqual([]);
  expect(receiver.shareInOrder()).toBe(1);
});
