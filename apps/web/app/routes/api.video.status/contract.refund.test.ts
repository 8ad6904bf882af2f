import { settleVideoTask } from "@app/sandbox/generation/generation-state";
import { VIDEO_MANUAL } from "@app/sandbox/testing/test-sandbox";
import { afterEach, expect, it } from "vitest";
import { query, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { readAccount } from "../../../test/users";

const app = useTestApp({ env: { REFUND_FAILED_GENERATIONS: "true" }, sandbox: { videoTiming: VIDEO_MANUAL } });
const SIX_MINUTES_MS = 6 * 60 * 1000;

afterEach(() => app.setNow(null));

it("returns the credits of a video that a poll times out, once, even if the backend finishes it later", async () => {
  const user = await signedInUser(app, { credits: 50 });
  app.setNow(new Date(Date.now() - SIX_MINUTES_MS));
  const { body: video } = await user.client.post("/api/video/generate", { prompt: "a boat", duration: 1 });
  app.setNow(null);
  const poll = () =>
    user.client.get(`/api/video/status?${new URLSearchParams({ taskId: video.taskId, historyId: video.id })}`);
  expect((await poll()).body).toMatchObject({ status: "failed", error: "Video generation timeout after 5 minutes" });
  settleVideoTask(app.sandbox.generation, video.taskId, "succeeded");
  expect((await poll()).body).toMatchObject({ status: "failed", error: "Video generation timeout", videoUrl: null });
  expect(await readAccount(app, user.id)).toMatchObject({
    credits: 50,
    ledger: [{ delta: 50 }, { delta: -50 }, { delta: 50, reason: "refund" }],
  });
});

it("keeps a video open that only our own page polls, and delivers it when it is done", async () => {
  const user = await signedInUser(app, { credits: 50 });
  const { body: video } = await user.client.post("/api/video/generate", { prompt: "a boat", duration: 1 });
  const look = () => query(user.client, "video.status", { taskId: video.taskId, historyId: video.id });
  app.setNow(new Date(Date.now() + SIX_MINUTES_MS));
  expect((await look()).data).toMatchObject({ status: "processing", elapsedSeconds: expect.any(Number) });
  settleVideoTask(app.sandbox.generation, video.taskId, "succeeded");
  expect((await look()).data).toMatchObject({ status: "completed", videoUrl: expect.any(String) });
  expect(await readAccount(app, user.id)).toMatchObject({ credits: 0 });
});
