import { faultScale } from "@app/sandbox/testing/fault-tests";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "../api-client";
import { NO_STORAGE, useTestApp } from "../app";
import { chat } from "../chat-stream";
import { CHAT_CHUNKS, FAULT_BEHAVIOURS, FaultyBackend, IMAGE_URL, REVISED_PROMPT, VIDEO_URL } from "./faulty-backend";
import { createShortTimeoutClients, FaultTally } from "./short-timeout-clients";

const BALANCE_CREDITS = 1_000_000;
const ROUNDS = faultScale({ short: 1, long: 20 });
const TEST_MAX_MS = faultScale({ short: 60_000, long: 600_000 });
/** What is an odd way to say the right thing; all the rest is a failure. */
const HARMLESS: ReadonlySet<string> = new Set(["split_characters"]);
/** In the middle of a stream: what came before is kept. */
const MIDWAY: ReadonlySet<string> = new Set(["one_byte_per_second", "stalled", "truncated"]);
/** Words of the backend that are nobody's business. */
const INTERNAL = /10\.0\.0\.7|internal words|<h1>/;

const backend = new FaultyBackend();
let baseUrl = "";
beforeAll(async () => {
  baseUrl = await backend.start();
});
afterAll(() => backend.stop());
const app = useTestApp({
  env: { ...NO_STORAGE, RATE_LIMITS: "off" },
  clients: () => createShortTimeoutClients(baseUrl),
});

let user: SignedInUser;
beforeAll(async () => {
  user = await signedInUser(app, { credits: BALANCE_CREDITS });
});

const historyOf = (prompt: string) => app.db.generationHistory.findFirstOrThrow({ where: { prompt } });

const FAULTS = [...FAULT_BEHAVIOURS.keys()].filter((fault) => fault !== "none");

/** Runs every fault of a round at once, each in a request whose words name it. */
async function forEachFault(modality: string, run: (fault: string, mark: string, round: number) => Promise<void>) {
  for (let round = 0; round < ROUNDS; round += 1) {
    const runs = FAULTS.map((fault) => run(fault, `fault-${fault} in ${modality} ${round}.`, round));
    for (const outcome of await Promise.allSettled(runs)) if (outcome.status === "rejected") throw outcome.reason;
  }
}

describe("whatever the generation backend does", { timeout: TEST_MAX_MS }, () => {
  it("a chat is charged and asked once, ends in time, and keeps what came of its answer", async () => {
    const tally = new FaultTally("chat", app, backend);
    await forEachFault("chat", async (fault, message) => {
      const { events, sessionId, answer } = await tally.timed(() => chat(user.client, { message }));
      const isWhole = HARMLESS.has(fault);
      expect([fault, events.at(-1)?.type]).toEqual([fault, isWhole ? "done" : "error"]);
      expect(events.filter(({ type }) => type === "done" || type === "error")).toHaveLength(1);
      expect(JSON.stringify(events)).not.toMatch(INTERNAL);
      if (isWhole) expect(answer).toBe(CHAT_CHUNKS.join(""));
      if (MIDWAY.has(fault)) expect(answer).toBe(CHAT_CHUNKS[0]);
      const responses = await app.db.chatMessage.findMany({ where: { sessionId, role: "assistant" } });
      expect(responses.map(({ content, interrupted }) => ({ content, interrupted }))).toEqual(
        answer === "" ? [] : [{ content: answer, interrupted: !isWhole }],
      );
      await tally.expectOneOfEach(sessionId, message);
    });
    tally.print();
  });

  it("an image is charged and asked for once, and its row ends in time", async () => {
    const tally = new FaultTally("image", app, backend);
    await forEachFault("image", async (fault, prompt) => {
      const imageUrl = "https://pictures.example/boat.png";
      const response = await tally.timed(() => user.client.post("/api/image/generate", { prompt, imageUrl }));
      const row = await historyOf(prompt);
      if (HARMLESS.has(fault)) {
        expect(response.body).toMatchObject({ url: IMAGE_URL, revisedPrompt: REVISED_PROMPT });
        expect(row).toMatchObject({ status: "completed", resultUrl: IMAGE_URL, error: null });
      } else {
        expect([fault, response.status, response.body]).toEqual([fault, 500, { error: "Failed to generate image" }]);
        expect(row).toMatchObject({ status: "failed", error: expect.stringMatching(/./), resultUrl: null });
        expect(row.error).not.toMatch(INTERNAL);
      }
      await tally.expectOneOfEach(row.id, prompt);
    });
    tally.print();
  });

  it("a video is charged and submitted once, and its row ends or has its task in time", async () => {
    const tally = new FaultTally("submit", app, backend);
    await forEachFault("submit", async (fault, prompt) => {
      const response = await tally.timed(() => user.client.post("/api/video/generate", { prompt }));
      const row = await historyOf(prompt);
      if (HARMLESS.has(fault)) {
        expect(response.body).toMatchObject({ id: row.id, taskId: "a-task", status: "processing" });
        expect(row).toMatchObject({ status: "processing", taskId: "a-task" });
      } else {
        expect([fault, response.status]).toEqual([fault, 500]);
        expect(response.body.error).not.toMatch(INTERNAL);
        expect(row).toMatchObject({ status: "failed", error: response.body.error, taskId: null });
      }
      await tally.expectOneOfEach(row.id, prompt);
    });
    tally.print();
  });

  it("a poll is answered in time and leaves the video to the next one, which delivers it", async () => {
    const tally = new FaultTally("status", app, backend);
    await forEachFault("status", async (fault, _mark, round) => {
      const prompt = `poll-${fault}-${round}`;
      const { body } = await user.client.post("/api/video/generate", { prompt });
      const poll = () => user.client.get(`/api/video/status?taskId=${body.taskId}&historyId=${body.id}`);
      const first = await tally.timed(poll);
      const completed = { status: "completed", videoUrl: VIDEO_URL };
      const unclear = { status: "processing", error: "Failed to check status" };
      expect([fault, first.body]).toEqual([fault, expect.objectContaining(HARMLESS.has(fault) ? completed : unclear)]);
      expect((await poll()).body).toMatchObject(completed);
      expect(await historyOf(prompt)).toMatchObject({ status: "completed", resultUrl: VIDEO_URL });
      await tally.expectOneOfEach(body.id, prompt);
    });
    tally.print();
  });

  it("leaves books that add up", async () => {
    expect((await verifyLedger(app.db)).differences).toEqual([]);
  });
});
