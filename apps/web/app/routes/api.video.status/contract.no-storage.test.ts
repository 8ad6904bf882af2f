import { TEST_ORIGINS } from "@app/sandbox/testing/test-sandbox";
import { expect, it } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { NO_STORAGE, useTestApp } from "../../../test/app";

const app = useTestApp({ env: NO_STORAGE });

it("answers with the backend's own address where no storage is configured", async () => {
  const user = await signedInUser(app, { credits: 50 });
  const { body: video } = await user.client.post("/api/video/generate", { prompt: "a boat", duration: 1 });
  const query = new URLSearchParams({ taskId: video.taskId, historyId: video.id });
  const response = await user.client.get(`/api/video/status?${query}`);
  expect(response.body).toMatchObject({
    status: "completed",
    videoUrl: expect.stringMatching(new RegExp(`^${TEST_ORIGINS.generation}/files/[^/]+\\.mp4$`)),
  });
  expect(await app.db.generationHistory.findUnique({ where: { id: video.id } })).toMatchObject({
    status: "completed",
    resultUrl: response.body["videoUrl"],
  });
});
