import { createS3Storage } from "@app/clients/storage/object-storage";
import type { Fault } from "@app/sandbox/faults";
import { sandboxEnv } from "@app/sandbox/sandbox-env";
import { faultScale } from "@app/sandbox/testing/fault-tests";
import { TEST_KEYS, TEST_ORIGINS } from "@app/sandbox/testing/test-sandbox";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { queueJob } from "@app/services/platform/job-queue";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "../api-client";
import { useTestApp } from "../app";
import { runWaitingJobs, waitingJobs } from "./waiting-jobs";

const STORAGE_TIMEOUT_MS = 800;
const BALANCE_CREDITS = 1_000_000;
const ROUNDS = faultScale({ short: 1, long: 10 });
const TEST_MAX_MS = faultScale({ short: 60_000, long: 600_000 });
const WORKERS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

const REFUSES: [string, Fault] = ["refuses with 403", { kind: "status", status: 403 }];
const FAULTS: [string, Fault][] = faultScale({
  short: [REFUSES],
  long: [
    REFUSES,
    ["fails with 500", { kind: "status", status: 500 }],
    ["resets the connection", { kind: "reset" }],
    ["hangs", { kind: "hang" }],
    ["says nothing, with 200", { kind: "empty" }],
  ],
});

const { STORAGE_BUCKET_NAME: bucket = "", STORAGE_PUBLIC_URL: publicUrl = "" } = sandboxEnv(TEST_ORIGINS, TEST_KEYS);
const app = useTestApp({
  env: { RATE_LIMITS: "off" },
  clients: () => ({
    storage: createS3Storage({
      endpoint: TEST_ORIGINS.storage,
      region: "auto",
      accessKeyId: TEST_KEYS.storageAccessKeyId,
      secretAccessKey: TEST_KEYS.storageSecretAccessKey,
      bucket,
      publicUrl,
      timeoutMs: STORAGE_TIMEOUT_MS,
    }),
  }),
});

let user: SignedInUser;
const tally = { images: 0, videos: 0, copies: 0 };
beforeAll(async () => {
  user = await signedInUser(app, { credits: BALANCE_CREDITS });
});
beforeEach(() => {
  app.sandbox.faults.clear();
  app.setNow(null);
});
afterAll(() =>
  console.log(
    `fault: storage: ${tally.images} images failed and were charged once, ${tally.videos} videos delivered from their original address, ${tally.copies} copied later, once each`,
  ),
);

const rowOf = (id: string) => app.db.generationHistory.findUniqueOrThrow({ where: { id } });
const chargesOf = (id: string) => app.db.creditLedger.count({ where: { paymentId: id } });
const storedFiles = (folder: string) => app.sandbox.store.list(`${folder}/${user.id}/`);
const requestsFor = (text: string) =>
  app.sandbox.requests.filter(({ method, body }) => method === "POST" && body.includes(text)).length;

/** Expects a video to be delivered from the backend's own address while the storage fails. */
async function deliveredFromOriginal(fault: Fault, prompt: string) {
  app.sandbox.faults.set("storage", fault);
  const { body } = await user.client.post("/api/video/generate", { prompt, duration: 1 });
  const poll = () => user.client.get(`/api/video/status?taskId=${body.taskId}&historyId=${body.id}`);
  const [response] = await Promise.all([poll(), poll()]);
  const row = await rowOf(body.id);
  expect(row).toMatchObject({ status: "completed", resultUrl: expect.stringContaining(TEST_ORIGINS.generation) });
  expect(response.body).toMatchObject({ status: "completed", videoUrl: row.resultUrl });
  expect(await waitingJobs(app, "copy-result-again")).toMatchObject([{ key: `copy-result-again:${body.id}` }]);
  expect(await chargesOf(body.id)).toBe(1);
  expect(requestsFor(prompt)).toBe(1);
  tally.videos += 1;
  return { id: body.id, originalUrl: row.resultUrl ?? "", poll };
}

describe.each(FAULTS)("object storage that %s", { timeout: TEST_MAX_MS }, (name, fault) => {
  it("fails an image, with one charge and one request to the backend", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      app.sandbox.faults.set("storage", fault);
      const prompt = `${name}, image ${round}.`;
      const request = { prompt, imageUrl: "https://pictures.example/boat.png" };
      const response = await user.client.post("/api/image/generate", request);
      expect([response.status, response.body]).toEqual([500, { error: "Failed to generate image" }]);
      const row = await app.db.generationHistory.findFirstOrThrow({ where: { prompt } });
      expect(row).toMatchObject({ status: "failed", error: "Failed to store the image", resultUrl: null });
      expect(await chargesOf(row.id)).toBe(1);
      expect(requestsFor(prompt)).toBe(1);
      expect(await storedFiles("images")).toEqual([]);
      tally.images += 1;
    }
  });

  it("delivers a video from its original address, and copies it once when the storage works again", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, originalUrl, poll } = await deliveredFromOriginal(fault, `${name}, video ${round}.`);
      const before = await storedFiles("videos");
      await runWaitingJobs(app, "copy-result-again", WORKERS);
      expect(await waitingJobs(app, "copy-result-again")).toMatchObject([
        { attempts: 1, lastError: "Failed to store the video" },
      ]);
      expect(await rowOf(id)).toMatchObject({ resultUrl: originalUrl });

      app.sandbox.faults.clear();
      await runWaitingJobs(app, "copy-result-again", WORKERS);
      expect(await waitingJobs(app, "copy-result-again")).toEqual([]);
      const row = await rowOf(id);
      expect(row.resultUrl).toMatch(new RegExp(`^${publicUrl}/videos/${user.id}/\\d{13}_[a-z0-9]{6}\\.mp4$`));
      expect((await poll()).body).toMatchObject({ status: "completed", videoUrl: row.resultUrl });

      // As after the death of a worker between the copy and the end of its job.
      await queueJob(app.db, "copy-result-again", { generationId: id, originalUrl }, { key: `again:${id}` });
      await runWaitingJobs(app, "copy-result-again", WORKERS);
      expect(await storedFiles("videos")).toHaveLength(before.length + 1);
      expect(await rowOf(id)).toEqual(row);
      tally.copies += 1;
    }
  });
});

describe("a video whose original cannot be fetched", () => {
  const fault: Fault = { kind: "status", status: 403 };

  it("is retried while the backend may still have it", async () => {
    const { id, originalUrl } = await deliveredFromOriginal(fault, "gone for now");
    app.sandbox.faults.clear();
    app.sandbox.faults.queue("files", { kind: "status", status: 404 });
    await runWaitingJobs(app, "copy-result-again");
    expect(await waitingJobs(app, "copy-result-again")).toMatchObject([{ attempts: 1 }]);
    expect(await rowOf(id)).toMatchObject({ resultUrl: originalUrl });
    await runWaitingJobs(app, "copy-result-again");
    expect(await rowOf(id)).toMatchObject({ resultUrl: expect.stringContaining(publicUrl) });
  });

  it("is abandoned after a day, and keeps its original address", async () => {
    // A clock ahead of the database's would not do: a worker does not believe it.
    app.setNow(new Date(Date.now() - DAY_MS - 60_000));
    const { id } = await deliveredFromOriginal(fault, "gone for good");
    const before = await rowOf(id);
    app.sandbox.faults.clear();
    const stored = await storedFiles("videos");
    app.setNow(new Date());
    await runWaitingJobs(app, "copy-result-again");
    expect(await waitingJobs(app, "copy-result-again")).toEqual([]);
    expect(await rowOf(id)).toEqual(before);
    expect(await storedFiles("videos")).toEqual(stored);
  });

  it("leaves a consistent ledger", async () => {
    expect((await verifyLedger(app.db)).differences).toEqual([]);
  });
});
