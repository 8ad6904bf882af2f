import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { UpstreamError } from "@app/clients/http/upstream-error";
import pino from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { readJobs } from "../test/database-state";
import { deliver, purchaseEvent } from "../test/provider-events";
import { createUser, useTestContext, withClients } from "../test/test-context";
import { queueFinishVideo } from "./video/finish-video";
import { startWorker } from "./worker";

const ctx = useTestContext();
/** How long the slow mail server takes. */
const MAIL_MS = 200;
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A mail server that records its mails. */
function fakeMailer(respond: () => Promise<void> = async () => undefined) {
  const received: string[] = [];
  let wake = (): void => undefined;
  const send = async ({ messageId = "" }: { messageId?: string }) => {
    received.push(messageId);
    wake();
    await respond();
  };
  const waitFor = async (count: number) => {
    while (received.length < count)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  return { received, waitFor, context: withClients(ctx, { mailer: { send } }) };
}

async function start(context: typeof ctx, count: number): Promise<void> {
  for (let started = 0; started < count; started += 1) stops.push((await startWorker(context, ctx.databaseUrl)).stop);
}

async function buyPacks(count: number): Promise<string[]> {
  const userId = await createUser(ctx);
  const orderIds = Array.from({ length: count }, () => `ord_${randomUUID()}`);
  for (const orderId of orderIds) await deliver(ctx, purchaseEvent({ userId, key: "pack_200", orderId }));
  return orderIds.map((id) => `purchase-${id}@genmint`);
}

describe("startWorker", () => {
  it("gives each job to one of several workers", async () => {
    const { received, waitFor, context } = fakeMailer();
    const expected = await buyPacks(20);
    await start(context, 3);
    await waitFor(expected.length);
    for (const stop of stops.splice(0)) await stop();
    expect([...received].sort()).toEqual(expected.sort());
    expect(await readJobs(ctx)).toEqual([]);
  });

  it("runs other jobs before the mails that wait for a slow mail server", async () => {
    const { received, waitFor, context } = fakeMailer(() => pause(MAIL_MS));
    const mails = (await buyPacks(24)).length;
    await queueFinishVideo(ctx.db, "a video", new Date(), 0);
    let mailsBefore = mails;
    const finishVideo = async () => {
      mailsBefore = received.length;
    };
    stops.push((await startWorker(context, ctx.databaseUrl, { "finish-video": finishVideo })).stop);
    await waitFor(mails);
    for (const stop of stops.splice(0)) await stop();
    expect(mailsBefore).toBeLessThan(mails / 2);
    expect(await readJobs(ctx)).toEqual([]);
  });

  it("keeps a job that failed for a retry", async () => {
    const { waitFor, context } = fakeMailer(() => Promise.reject(new Error("The mail server is down")));
    await buyPacks(1);
    await start(context, 1);
    await waitFor(1);
    for (const stop of stops.splice(0)) await stop();
    const [job] = await readJobs(ctx);
    expect(job).toMatchObject({ attempts: 1, lastError: "The mail server is down" });
    expect(job?.runAt.getTime()).toBeGreaterThan(Date.now());
  });

  it("logs why a job failed: its last error has our own text alone", async () => {
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const refused = new UpstreamError("The mail server did not take the mail", { cause: new Error("550 to RCPT TO") });
    const { waitFor, context } = fakeMailer(() => Promise.reject(refused));
    await buyPacks(1);
    await start({ ...context, log }, 1);
    await waitFor(1);
    for (const stop of stops.splice(0)) await stop();
    const failures = lines.filter((line) => line.includes('"job":"send-purchase-confirmation"'));
    expect(failures).toEqual([expect.stringContaining("550 to RCPT TO")]);
  });
});
