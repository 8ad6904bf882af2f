import type { Mail } from "@app/clients/mail/mailer";
import { RETRY_POLICY } from "@app/core/webhooks/retries";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { readJobs } from "../../test/database-state";
import { useTestContext, withClients } from "../../test/test-context";
import { createTestEndpoint, type ReceivedMessage } from "../../test/webhook-receiver";
import { deliverWebhooks } from "./deliver";
import { getDelivery, listDeliveries, redeliver } from "./deliveries";
import { pauseOwnEndpoint, resumeEndpoint, revealSecret, rotateSecret, sendTest, updateEndpoint } from "./endpoints";
import { purgeDeliveries, queueOverdueDeliveries } from "./maintain";
import { sendWebhookPaused } from "./pause";
import { deliveryJobKey, publishEvents } from "./publish";
import { reencryptEndpointSecrets } from "./secrets";

const ctx = useTestContext();
const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;

/** The library checks timestamps by the real clock. */
const BEGIN = Date.now();
const at = (ms: number) => ctx.setNow(new Date(BEGIN + ms));

/** An endpoint with its worker's job, at the time `BEGIN`. */
async function setUp() {
  at(0);
  const created = await createTestEndpoint(ctx);
  const { user, endpointId, userId } = created;
  const key = deliveryJobKey(endpointId);
  return {
    ...created,
    key,
    /** Runs the endpoint's job at this time. */
    run: async (ms: number) => {
      at(ms);
      await deliverWebhooks(user, { endpointId }, { random: () => 0.5 });
    },
    publish: (balance: number, publishedAt = ctx.now()) =>
      publishEvents(ctx.db, [{ userId, type: "credits.low", at: publishedAt, data: { balance, threshold: 100 } }]),
    log: async () => (await listDeliveries(user, { endpointId })).items,
    state: () => ctx.db.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } }),
    jobs: () => readJobs(ctx, key),
  };
}

const verifies = (secret: string, { body, headers }: ReceivedMessage) => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};

const balances = (received: readonly ReceivedMessage[]) => received.map(({ body }) => JSON.parse(body).data.balance);

describe("a webhook whose secret the service cannot read, because its own was replaced without the previous one", () => {
  it("gets messages again as soon as its owner replaces the secret", async () => {
    const { receiver, publish, user, endpointId } = await setUp();
    const other = { ...user, config: { ...user.config, authSecrets: ["another secret of the service"] as const } };
    const { secret } = await rotateSecret(other, { endpointId });
    await publish(90);
    await deliverWebhooks(other, { endpointId });
    expect(receiver.received.map((message) => verifies(secret, message))).toEqual([true]);
    // A day later nothing is left that needs the lost one.
    at(DAY_MS);
    expect((await reencryptEndpointSecrets(other)).unreadable).not.toContain(endpointId);
  });
});

describe("a message", () => {
  it("is signed by the Standard Webhooks specification, and logged", async () => {
    const { receiver, secret, publish, run, log, user, jobs } = await setUp();
    receiver.respond = (response) => response.writeHead(200).end("thanks");
    await publish(95);
    await run(10);
    const [message] = receiver.received;
    expect(new Webhook(secret).verify(message?.body ?? "", message?.headers ?? {})).toEqual({
      type: "credits.low",
      timestamp: new Date(BEGIN).toISOString(),
      data: { balance: 95, threshold: 100 },
    });
    expect(message?.headers["content-type"]).toBe("application/json");
    const [delivery] = await log();
    expect(delivery).toMatchObject({ id: message?.id, type: "credits.low", status: "delivered", attempts: 1 });
    const detail = await getDelivery(user, { deliveryId: delivery?.id ?? "" });
    expect(detail.payload).toBe(message?.body);
    expect(detail.attempts).toMatchObject([
      { status: 200, error: null, response: "thanks", durationMs: expect.any(Number) },
    ]);
    // The job that the event queued has not been taken by a worker here. None was added for a next attempt.
    expect(await jobs()).toHaveLength(1);
  });

  it("is signed by both secrets for a day after a rotation", async () => {
    const { receiver, secret: old, publish, run, user, endpointId } = await setUp();
    const { secret } = await rotateSecret(user, { endpointId });
    await publish(1);
    await run(10);
    await ctx.db.webhookEndpoint.update({ where: { id: endpointId }, data: { previousSecretUntil: ctx.now() } });
    await publish(2);
    await run(20);
    const [both, one] = receiver.received as [ReceivedMessage, ReceivedMessage];
    expect([verifies(old, both), verifies(secret, both)]).toEqual([true, true]);
    expect([verifies(old, one), verifies(secret, one)]).toEqual([false, true]);
    expect(await revealSecret(user, { endpointId })).toEqual({ secret });
  });

  it("is signed by the secret that the receiver has, also when the rotation was repeated after a lost response", async () => {
    const { receiver, secret: old, publish, run, user, endpointId, state } = await setUp();
    const seenPreviousUntil = "never";
    const first = await rotateSecret(user, { endpointId, seenPreviousUntil });
    const repeated = await rotateSecret(user, { endpointId, seenPreviousUntil });
    expect(repeated).toEqual(first);
    await publish(1);
    await run(10);
    const [message] = receiver.received as [ReceivedMessage];
    expect([verifies(old, message), verifies(repeated.secret, message)]).toEqual([true, true]);
    const seen = (await state()).previousSecretUntil?.toISOString();
    expect(await rotateSecret(user, { endpointId, seenPreviousUntil: seen })).not.toEqual(first);
  });

  it("that was changed is refused by the receiver's library", async () => {
    const { receiver, secret, publish, run } = await setUp();
    await publish(1);
    await run(10);
    const message = receiver.received[0] as ReceivedMessage;
    expect(verifies(secret, message)).toBe(true);
    expect(verifies(secret, { ...message, body: message.body.replace("1", "2") })).toBe(false);
    expect(verifies(secret, { ...message, headers: { ...message.headers, "webhook-id": "another" } })).toBe(false);
  });
});

describe("attempts", () => {
  it("come in the order of the events, and a failed one does not hold up the others", async () => {
    const { receiver, publish, run } = await setUp();
    receiver.respond = (response, { body }) =>
      response.writeHead(JSON.parse(body).data.balance === 2 ? 500 : 204).end();
    for (const balance of [1, 2, 3, 4]) await publish(balance);
    await run(10);
    expect(balances(receiver.received)).toEqual([1, 2, 3, 4]);
    receiver.respond = (response) => response.writeHead(204).end();
    await publish(5, new Date(BEGIN + 6 * SECOND_MS));
    await run(6 * SECOND_MS);
    expect(balances(receiver.received).slice(4)).toEqual([2, 5]);
  });

  it("are repeated with longer and longer pauses for a day, with the same id and body; then the delivery has failed", async () => {
    const { receiver, publish, run, log, state, jobs, user } = await setUp();
    receiver.respond = (response) => response.writeHead(500).end("no");
    await publish(1);
    let now = 0;
    for (const pauseMs of RETRY_POLICY.pausesMs) {
      await run(now);
      const [delivery] = await log();
      expect(delivery).toMatchObject({ status: "pending", nextAttemptAt: new Date(BEGIN + now + pauseMs) });
      const attempts = receiver.received.length;
      await run(now + pauseMs - 1);
      expect(receiver.received).toHaveLength(attempts);
      now += pauseMs;
    }
    await run(now);
    expect(now).toBeLessThanOrEqual(DAY_MS);
    expect(await log()).toMatchObject([{ status: "failed", nextAttemptAt: null, attempts: 13 }]);
    expect(new Set(receiver.received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    expect(await state()).toMatchObject({ failingSince: new Date(BEGIN), pausedAt: null });
    await run(2 * DAY_MS);
    expect(receiver.received).toHaveLength(13);
    expect(await jobs()).toHaveLength(1);
    await redeliver(user, { deliveryId: receiver.received[0]?.id ?? "" });
    await run(2 * DAY_MS);
    expect(await log()).toMatchObject([{ status: "pending", attempts: 14 }]);
  });

  it("wait as long as Retry-After asks", async () => {
    const { receiver, publish, run, log } = await setUp();
    receiver.respond = (response) => response.writeHead(429, { "retry-after": "600" }).end();
    await publish(1);
    await run(0);
    expect(await log()).toMatchObject([{ nextAttemptAt: new Date(BEGIN + 600 * SECOND_MS) }]);
  });

  it("are logged when nobody responds", async () => {
    const { receiver, publish, run, log } = await setUp();
    receiver.respond = (response) => response.destroy();
    await publish(1);
    await run(0);
    expect(await log()).toMatchObject([
      { lastAttempt: { status: null, error: "The connection was closed before a response", response: null } },
    ]);
  });

  it("end the time of failure with a success", async () => {
    const { receiver, publish, run, state } = await setUp();
    receiver.respond = (response) => response.writeHead(500).end();
    await publish(1);
    await run(0);
    expect((await state()).failingSince).toEqual(new Date(BEGIN));
    receiver.respond = (response) => response.writeHead(204).end();
    await run(5 * SECOND_MS);
    expect((await state()).failingSince).toBeNull();
  });

  it("are made again when the process died before it could record the response", async () => {
    const { receiver, publish, run, user, endpointId, log } = await setUp();
    await publish(1);
    const dying = { ...user, db: failingWrites(user.db) };
    await expect(deliverWebhooks(dying, { endpointId })).rejects.toThrow("the process died");
    await run(10);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
    expect(await log()).toMatchObject([{ status: "delivered", attempts: 1 }]);
  });

  it("go to a changed address, and to no address that is not public", async () => {
    const { receiver, publish, run, log, user, endpointId } = await setUp();
    await updateEndpoint(user, { endpointId, url: `${receiver.url}/elsewhere`, events: ["credits.low"] });
    await publish(1);
    await run(0);
    expect(receiver.received).toHaveLength(1);
    await ctx.db.webhookEndpoint.update({ where: { id: endpointId }, data: { url: "http://169.254.169.254/latest" } });
    await publish(2, new Date(BEGIN + 5));
    await run(10);
    expect((await log())[0]?.lastAttempt).toMatchObject({
      status: null,
      error: "The address is not on the public internet",
    });
  });
});

/** The same database, whose next write outside Prisma's models fails. */
function failingWrites(db: typeof ctx.db): typeof ctx.db {
  return new Proxy(db, {
    get: (target, name) =>
      name === "$executeRaw" ? () => Promise.reject(new Error("the process died")) : Reflect.get(target, name),
  });
}

describe("an endpoint", () => {
  it("that responds with 410 is paused, and its owner told", async () => {
    const { receiver, publish, run, log, state, user, endpointId } = await setUp();
    receiver.respond = (response) => response.writeHead(410).end();
    for (const balance of [1, 2]) await publish(balance);
    await run(0);
    expect(receiver.received).toHaveLength(1);
    expect(await state()).toMatchObject({ pausedAt: new Date(BEGIN), pauseReason: "gone" });
    expect(await log()).toMatchObject([{ status: "failed" }, { status: "failed" }]);
    const mails: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void mails.push(mail) };
    const [job] = await readJobs(ctx, `webhook-paused:${endpointId}`);
    expect(job).toMatchObject({ task: "send-webhook-paused" });
    const payload = { endpointId, pausedAt: ctx.now().toISOString() };
    await sendWebhookPaused(withClients(ctx, { mailer }), payload);
    expect(mails).toMatchObject([
      {
        to: user.actor.email,
        subject: `Your webhook at ${receiver.host} is paused`,
        text: expect.stringContaining(`/account/webhooks/${endpointId}`),
      },
    ]);
    await resumeEndpoint(user, { endpointId });
    await sendWebhookPaused(withClients(ctx, { mailer }), payload);
    expect(mails).toHaveLength(1);
  });

  it("is paused after three days without a success", async () => {
    const { receiver, publish, run, state } = await setUp();
    receiver.respond = (response) => response.writeHead(500).end();
    await publish(1);
    await run(0);
    for (const [ms, isPaused] of [
      [3 * DAY_MS - 1, false],
      [3 * DAY_MS, true],
    ] as const) {
      await publish(2, new Date(BEGIN + ms));
      await run(ms);
      expect((await state()).pauseReason).toBe(isPaused ? "failing" : null);
    }
  });

  it("is judged by its present address: what the one before has done does not pause it", async () => {
    const { receiver, publish, run, user, endpointId, state, log } = await setUp();
    const url = `${receiver.url}/new`;
    await publish(95);
    await publish(90);
    // The address is changed while the one before is about to respond.
    let changed: Promise<unknown> = Promise.resolve();
    receiver.respond = (response) => {
      changed = updateEndpoint(user, { endpointId, url, events: ["credits.low"] });
      changed.finally(() => response.writeHead(410).end());
      receiver.respond = (next) => next.writeHead(204).end();
    };
    await run(10);
    await changed;
    expect(await state()).toMatchObject({ url, pausedAt: null, pauseReason: null });
    // Both were published at the same time: neither is the newer one.
    expect((await log()).map(({ status }) => status).toSorted()).toEqual(["delivered", "pending"]);
  });

  it("has three days anew after its address was changed", async () => {
    const { receiver, publish, run, user, endpointId, state } = await setUp();
    receiver.respond = (response) => response.writeHead(500).end();
    await publish(95);
    await run(10);
    at(3 * DAY_MS);
    await updateEndpoint(user, { endpointId, url: receiver.url, events: ["credits.low"] });
    expect((await state()).failingSince).not.toBeNull();
    await updateEndpoint(user, { endpointId, url: `${receiver.url}/new`, events: ["credits.low"] });
    await publish(90);
    await run(3 * DAY_MS + 10);
    expect(await state()).toMatchObject({ pausedAt: null, failingSince: new Date(BEGIN + 3 * DAY_MS + 10) });
  });

  it("sends what failed again only when its owner asks, and then retries as before", async () => {
    const { receiver, publish, run, log, user, endpointId } = await setUp();
    await publish(1);
    await pauseOwnEndpoint(user, { endpointId });
    await publish(2);
    const [delivery, ...others] = await log();
    await run(0);
    expect([delivery?.status, others.length, receiver.received.length]).toEqual(["failed", 0, 0]);
    const deliveryId = delivery?.id ?? "";
    await expect(redeliver(user, { deliveryId })).rejects.toMatchObject({ code: "conflict" });
    await expect(sendTest(user, { endpointId })).rejects.toMatchObject({ code: "conflict" });
    await resumeEndpoint(user, { endpointId });
    await run(10);
    expect(receiver.received).toHaveLength(0);
    receiver.respond = (response) => response.writeHead(500).end();
    await redeliver(user, { deliveryId });
    await run(20);
    expect(await log()).toMatchObject([{ status: "pending", attempts: 1 }]);
    receiver.respond = (response) => response.writeHead(204).end();
    await run(20 + 5 * SECOND_MS);
    expect(await log()).toMatchObject([{ status: "delivered", attempts: 2 }]);
    await redeliver(user, { deliveryId });
    await run(30 * SECOND_MS);
    expect(balances(receiver.received)).toEqual([1, 1, 1]);
  });

  it("gets a test message whatever events it wants", async () => {
    const { receiver, user, endpointId, run } = await setUp();
    const { deliveryId } = await sendTest(user, { endpointId });
    await run(10);
    expect(receiver.received).toMatchObject([
      { id: deliveryId, body: expect.stringContaining('"type":"webhook.test"') },
    ]);
  });
});

describe("maintenance", () => {
  it("queues a job for overdue deliveries that have none", async () => {
    const { publish, key, jobs } = await setUp();
    await publish(1);
    await ctx.db.$executeRaw`SELECT graphile_worker.remove_job(${key})`;
    at(59 * SECOND_MS);
    await queueOverdueDeliveries(ctx);
    expect(await jobs()).toEqual([]);
    at(61 * SECOND_MS);
    await queueOverdueDeliveries(ctx);
    expect(await jobs()).toHaveLength(1);
    const { runAt } = (await jobs())[0] ?? {};
    await queueOverdueDeliveries(ctx);
    expect((await jobs())[0]?.runAt).toEqual(runAt);
  });

  it("keeps the log for 30 days", async () => {
    const { publish, run, log } = await setUp();
    await publish(1);
    await run(10);
    at(30 * DAY_MS - SECOND_MS);
    await purgeDeliveries(ctx);
    expect(await log()).toHaveLength(1);
    at(30 * DAY_MS + SECOND_MS);
    await purgeDeliveries(ctx);
    expect(await log()).toEqual([]);
  });
});
