import { settleVideoTask } from "@app/sandbox/generation/generation-state";
import { TEST_ORIGINS, VIDEO_MANUAL } from "@app/sandbox/testing/test-sandbox";
import { afterEach, describe, expect, it } from "vitest";
import { type ApiClient, type ApiResponse, type SignedInUser, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { withoutTable } from "../../../test/database-conditions";
import { itRefusesOtherMethods, itRefusesTheBanned, itRefusesTheSignedOut } from "../../../test/refusal-contract";
import { readAccount } from "../../../test/users";

const app = useTestApp({ sandbox: { videoTiming: VIDEO_MANUAL } });
const PATH = "/api/video/status";
/** Close to the real time, because sessions are dated by it. In the past, because a video times out when both clocks, the service's and the database's, say so. */
const CREATED_AT = new Date(Date.now() - 24 * 60 * 60 * 1000);
const TIMEOUT_SECONDS = 5 * 60;

interface Video {
  user: SignedInUser;
  id: string;
  taskId: string;
}

/** A video that was submitted at `CREATED_AT` and is being generated. */
async function submitVideo(prompt = "a boat"): Promise<Video> {
  const user = await signedInUser(app, { credits: 50 });
  app.setNow(CREATED_AT);
  const { body } = await user.client.post("/api/video/generate", { prompt, duration: 1, resolution: "480p" });
  return { user, id: body.id, taskId: body.taskId };
}

function poll({ user, id, taskId }: Video, query: Record<string, string> = {}): Promise<ApiResponse> {
  return user.client.get(`${PATH}?${new URLSearchParams({ taskId, historyId: id, ...query })}`);
}

function secondsLater(seconds: number): void {
  app.setNow(new Date(CREATED_AT.getTime() + seconds * 1000));
}

const settle = ({ taskId }: Video, status: "succeeded" | "failed") =>
  settleVideoTask(app.sandbox.generation, taskId, status);
const rowOf = ({ id }: Video) => app.db.generationHistory.findUniqueOrThrow({ where: { id } });
const putsFor = ({ user }: Video) =>
  app.sandbox.requests.filter(({ method, path }) => method === "PUT" && path.includes(user.id)).length;
const sendNothing = (client: ApiClient, headers?: Record<string, string>) => client.get(PATH, headers);

afterEach(() => {
  app.sandbox.faults.clear();
  app.setNow(null);
});

describe("200, still running", () => {
  it("returns the backend's status, a text for users and the seconds since the request", async () => {
    const video = await submitVideo();
    secondsLater(42.9);
    const response = await poll(video);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      id: video.id,
      taskId: video.taskId,
      status: "processing",
      taskStatus: "running",
      statusText: "Generating the video",
      elapsedSeconds: 42,
    });
    expect(await rowOf(video)).toMatchObject({ status: "processing", resultUrl: null, error: null });
  });

  it("is still in time after exactly five minutes", async () => {
    const video = await submitVideo();
    secondsLater(TIMEOUT_SECONDS);
    expect((await poll(video)).body).toMatchObject({ status: "processing", elapsedSeconds: TIMEOUT_SECONDS });
  });

  it.each([
    { kind: "status", status: 500 },
    { kind: "status", status: 404 },
    { kind: "reset" },
    { kind: "bad_json" },
  ] as const)("says so when the backend cannot be asked, and changes nothing: %j", async (fault) => {
    const video = await submitVideo();
    const before = await rowOf(video);
    app.sandbox.faults.set("video", fault);
    const { status, body } = await poll(video);
    expect(status).toBe(200);
    const { id, taskId } = video;
    expect(body).toEqual({ id, taskId, status: "processing", error: "Failed to check status" });
    expect(await rowOf(video)).toEqual(before);
  });
});

describe("200, completed", () => {
  it("copies the file to storage, then responds from the stored row, and charges nothing more", async () => {
    const video = await submitVideo();
    settle(video, "succeeded");
    const response = await poll(video);
    expect(response.status).toBe(200);
    const key = new RegExp(`^${TEST_ORIGINS.storage}/genmint/(videos/${video.user.id}/\\d{13}_[a-z0-9]{6}\\.mp4)$`);
    expect(response.body).toEqual({
      id: video.id,
      taskId: video.taskId,
      status: "completed",
      videoUrl: expect.stringMatching(key),
    });
    const { videoUrl } = response.body;
    const stored = await app.sandbox.store.get(key.exec(String(videoUrl))?.[1] ?? "");
    expect(stored?.headers["content-type"]).toBe("video/mp4");
    expect(await rowOf(video)).toMatchObject({ status: "completed", resultUrl: videoUrl, error: null });

    const asked = app.sandbox.requests.length;
    expect((await poll(video)).body).toEqual({ ...response.body, error: null });
    expect(app.sandbox.requests.length).toBe(asked);
    expect(await readAccount(app, video.user.id)).toMatchObject({
      credits: 0,
      ledger: [{ delta: 50 }, { delta: -50 }],
    });
  });

  it("delivers a video that is there, however late", async () => {
    const video = await submitVideo();
    settle(video, "succeeded");
    secondsLater(TIMEOUT_SECONDS + 3600);
    expect((await poll(video)).body).toMatchObject({ status: "completed", videoUrl: expect.any(String) });
  });

  it("copies once when several polls come at once, and returns the same address to all of them", async () => {
    const video = await submitVideo();
    settle(video, "succeeded");
    app.sandbox.faults.setLatency("files", 300);
    const responses = await Promise.all(Array.from({ length: 5 }, () => poll(video)));
    expect(responses.map(({ body }) => body["status"])).toEqual(Array(5).fill("completed"));
    expect(new Set(responses.map(({ body }) => body["videoUrl"])).size).toBe(1);
    expect(putsFor(video)).toBe(1);
  });

  it.each(["storage", "files"] as const)("returns the original address when the copy fails: %s", async (service) => {
    const video = await submitVideo();
    settle(video, "succeeded");
    app.sandbox.faults.set(service, { kind: "status", status: 403 });
    const { body } = await poll(video);
    expect(body).toMatchObject({
      status: "completed",
      videoUrl: expect.stringMatching(new RegExp(`^${TEST_ORIGINS.generation}/files/[^/]+\\.mp4$`)),
    });
    expect(await rowOf(video)).toMatchObject({ status: "completed", resultUrl: body["videoUrl"] });
  });
});

describe("200, failed", () => {
  async function expectFailed(video: Video, error: string, stored = error): Promise<void> {
    const response = await poll(video);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ id: video.id, taskId: video.taskId, status: "failed", error });
    expect(await rowOf(video)).toMatchObject({ status: "failed", error: stored, resultUrl: null });
    const asked = app.sandbox.requests.length;
    expect((await poll(video)).body).toEqual({
      id: video.id,
      taskId: video.taskId,
      status: "failed",
      videoUrl: null,
      error: stored,
    });
    expect(app.sandbox.requests.length).toBe(asked);
    expect(await readAccount(app, video.user.id)).toMatchObject({
      credits: 0,
      ledger: [{ delta: 50 }, { delta: -50 }],
    });
  }

  it("returns and stores the backend's reason", async () => {
    const video = await submitVideo();
    settle(video, "failed");
    await expectFailed(video, "The output video may contain sensitive content");
  });

  it("returns a reason of our own when the backend has none", async () => {
    const video = await submitVideo();
    const task = app.sandbox.generation.tasks.get(video.taskId);
    if (task) app.sandbox.generation.tasks.set(video.taskId, { ...task, settled: "cancelled" });
    await expectFailed(video, "Video generation failed");
  });

  it("is a failure when the backend has finished without a video", async () => {
    const video = await submitVideo("[empty] boat");
    settle(video, "succeeded");
    await expectFailed(video, "Video generation failed");
  });

  it("is a timeout when it still runs after more than five minutes, and stays one", async () => {
    const video = await submitVideo();
    secondsLater(TIMEOUT_SECONDS + 0.001);
    await expectFailed(video, "Video generation timeout after 5 minutes", "Video generation timeout");
    settle(video, "succeeded");
    expect((await poll(video)).body).toMatchObject({ status: "failed", error: "Video generation timeout" });
  });
});

describe("400", () => {
  it.each([
    ["", "taskId and historyId are required"],
    ["?taskId=a", "taskId and historyId are required"],
    ["?historyId=a", "taskId and historyId are required"],
    ["?taskId=&historyId=a", "taskId and historyId are required"],
    ["?taskId=%20&historyId=a", "taskId and historyId are required"],
    ["?taskId=a%00&historyId=a", "taskId must not contain NUL characters"],
    ["?taskId=a&historyId=%00", "historyId must not contain NUL characters"],
  ])("refuses %j", async (query, error) => {
    const user = await signedInUser(app);
    const response = await user.client.get(`${PATH}${query}`);
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ error });
  });
});

describe("401", () => itRefusesTheSignedOut(app, sendNothing));

describe("403", () => itRefusesTheBanned(app, sendNothing));

describe("404", () => {
  async function expectNotFound(response: Promise<ApiResponse>): Promise<void> {
    const asked = app.sandbox.requests.length;
    expect(await response).toMatchObject({ status: 404, body: { error: "Not found" } });
    expect(app.sandbox.requests.length).toBe(asked);
  }

  it("does not know a history row that is not there", async () => {
    await expectNotFound(poll(await submitVideo(), { historyId: "01890000-0000-7000-8000-000000000000" }));
    await expectNotFound(poll(await submitVideo(), { historyId: "not a UUID" }));
  });

  it("does not know another user's video", async () => {
    const other = await signedInUser(app);
    await expectNotFound(poll({ ...(await submitVideo()), user: other }));
  });

  it("does not know a video under another task id, not even one of the same user's", async () => {
    const [video, other] = [await submitVideo(), await submitVideo()];
    await expectNotFound(poll(video, { taskId: other.taskId }));
    settle(video, "succeeded");
    await poll(video);
    await expectNotFound(poll(video, { taskId: "another" }));
  });

  it("does not know an image as a video", async () => {
    const video = await submitVideo();
    await app.db.generationHistory.update({ where: { id: video.id }, data: { type: "image" } });
    await expectNotFound(poll(video));
  });
});

describe("405", () => itRefusesOtherMethods(app, PATH, "GET"));

describe("500", () => {
  it.each(["generation_history", "session"])(
    "says what failed without the reason when %s cannot be read",
    async (table) => {
      const video = await submitVideo();
      const { status, body } = await withoutTable(app, table, () => poll(video));
      expect([status, body]).toEqual([500, { error: "Failed to get video status" }]);
    },
  );
});
