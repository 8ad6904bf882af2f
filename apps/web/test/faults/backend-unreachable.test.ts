import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "../api-client";
import { NO_STORAGE, useTestApp } from "../app";
import { chat } from "../chat-stream";
import { readAccount } from "../users";
import { createShortTimeoutClients, MARGIN_MS, TIMEOUTS_MS } from "./short-timeout-clients";
import { UnacceptingListener } from "./unaccepting-listener";

const listener = new UnacceptingListener();
let baseUrl = "";
beforeAll(async () => {
  baseUrl = await listener.start();
});
afterAll(() => listener.stop());
const app = useTestApp({
  env: { ...NO_STORAGE, RATE_LIMITS: "off" },
  clients: () => createShortTimeoutClients(baseUrl),
});

let user: SignedInUser;
beforeAll(async () => {
  user = await signedInUser(app, { credits: 130 });
});

async function within<T>(limitMs: number, request: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await request();
  expect(performance.now() - startedAt).toBeLessThan(limitMs + MARGIN_MS);
  return result;
}

describe("a generation backend too busy to take the connection", () => {
  it("is abandoned in time, with one charge per request and rows that have ended", async () => {
    const imageUrl = "https://pictures.example/boat.png";
    const [{ events }, image, video] = await Promise.all([
      within(TIMEOUTS_MS.chat, () => chat(user.client, { message: "Hello" })),
      within(TIMEOUTS_MS.image, () => user.client.post("/api/image/generate", { prompt: "a boat", imageUrl })),
      within(TIMEOUTS_MS.submit, () => user.client.post("/api/video/generate", { prompt: "a boat" })),
    ]);
    expect(events.map(({ type }) => type)).toEqual(["metadata", "error"]);
    expect([image.status, video.status]).toEqual([500, 500]);
    const account = await readAccount(app, user.id);
    expect(account.ledger.map(({ delta }) => delta).sort()).toEqual([-10, -20, -50, 130]);
    expect(account.generations.map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect((await verifyLedger(app.db)).differences).toEqual([]);
  });

  it("leaves a video open whose status cannot be polled", async () => {
    const { id } = await app.db.generationHistory.create({
      data: {
        userId: user.id,
        type: "video",
        prompt: "a boat",
        taskId: "a-task",
        status: "processing",
        creditsUsed: 0,
        metadata: "{}",
      },
    });
    const path = `/api/video/status?taskId=a-task&historyId=${id}`;
    const { body } = await within(TIMEOUTS_MS.status, () => user.client.get(path));
    expect(body).toMatchObject({ status: "processing", error: "Failed to check status" });
    console.log(
      `fault: backend that accepts no connection: 4 requests, each ended within its timeout and ${MARGIN_MS} ms`,
    );
  });
});
