import { describe, expect, it } from "vitest";
import {
  badJson,
  empty,
  endlessBody,
  html,
  interceptOutbound,
  json,
  neverResponds,
  rejection,
  respondAt,
  stalledBody,
  unreachable,
} from "../../test/upstream";
import { UpstreamError } from "../http/upstream-error";
import { createModelArkVideoBackend, type VideoRequest } from "./video-backend";

const TASKS = "https://ai.test/api/v3/contents/generations/tasks";
const UNREADABLE = "The generation backend gave an answer that cannot be read";
const LATE = "The generation backend did not answer in time";
const server = interceptOutbound();
const endpoint = { baseUrl: "https://ai.test/api/v3", apiKey: "key-1", model: "video-1" };
const backend = createModelArkVideoBackend(endpoint);
const hastyBackend = createModelArkVideoBackend({ ...endpoint, submitTimeoutMs: 50, statusTimeoutMs: 50 });

const nothing: VideoRequest = {
  prompt: undefined,
  imageUrl: undefined,
  durationSeconds: undefined,
  resolution: undefined,
  watermark: undefined,
  cameraFixed: undefined,
};
const request: VideoRequest = { ...nothing, prompt: "a fox runs" };

const failures: [string, () => Response | Promise<Response>, string, number | null][] = [
  [
    "answers 400 with words",
    () => json({ error: { code: "x", message: "Sensitive content" } }, 400),
    "Sensitive content",
    400,
  ],
  ["answers 404 without words", () => json({}, 404), "The generation backend failed", 404],
  [
    "answers 403",
    () => json({ error: { message: "account 77 is overdue" } }, 403),
    "The generation backend refused the request",
    403,
  ],
  ["answers 429", () => json({ error: { message: "org-77" } }, 429), "The generation backend is busy", 429],
  ["answers 500", () => json({ error: { message: "at db-3" } }, 500), "The generation backend failed", 500],
  ["answers an error page", () => html(502), "The generation backend failed", 502],
  ["answers a page with 200", () => html(200), UNREADABLE, null],
  ["answers broken JSON", badJson, UNREADABLE, null],
  ["answers nothing", empty, UNREADABLE, null],
  ["answers another shape", () => json({ task: 1 }), UNREADABLE, null],
  ["cannot be reached", unreachable, "The generation backend could not be reached", null],
];
const silences: [string, () => Response | Promise<Response>][] = [
  ["does not answer", neverResponds],
  ["stops in the middle of its answer", () => stalledBody('{"id":', "application/json")],
];

describe("submit", () => {
  it("hands in a task from a text, without the parameters that were not asked for", async () => {
    const seen = respondAt(server, TASKS, () => json({ id: "cgt-1" }));
    expect(await backend.submit(request)).toEqual({ taskId: "cgt-1" });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers.get("authorization")).toBe("Bearer key-1");
    expect(seen[0]?.body).toEqual({ model: "video-1", content: [{ type: "text", text: "a fox runs" }] });
  });

  it("hands in a task from an image, with every parameter in a top-level field", async () => {
    const seen = respondAt(server, TASKS, () => json({ id: "cgt-2" }));
    await backend.submit({
      prompt: "run",
      imageUrl: "https://files.test/a.png",
      durationSeconds: 5,
      resolution: "720p",
      watermark: false,
      cameraFixed: true,
    });
    expect(seen[0]?.body).toEqual({
      model: "video-1",
      content: [
        { type: "text", text: "run" },
        { type: "image_url", image_url: { url: "https://files.test/a.png" }, role: "first_frame" },
      ],
      duration: 5,
      resolution: "720p",
      watermark: false,
      camera_fixed: true,
    });
  });

  it("hands in an image alone", async () => {
    const seen = respondAt(server, TASKS, () => json({ id: "cgt-3" }));
    await backend.submit({ ...nothing, imageUrl: "https://files.test/a.png" });
    expect(seen[0]?.body).toEqual({
      model: "video-1",
      content: [{ type: "image_url", image_url: { url: "https://files.test/a.png" }, role: "first_frame" }],
    });
  });

  it("leaves the fixed camera out where there is no image", async () => {
    const seen = respondAt(server, TASKS, () => json({ id: "cgt-4" }));
    await backend.submit({ ...request, cameraFixed: true });
    expect(seen[0]?.body).not.toHaveProperty("camera_fixed");
  });

  it.each(failures)("fails after one request when the backend %s", async (_name, answer, message, status) => {
    const seen = respondAt(server, TASKS, answer);
    const error = await rejection(backend.submit(request));
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ message, status });
    expect(seen).toHaveLength(1);
  });

  it.each(silences)("gives up when the backend %s", async (_name, answer) => {
    respondAt(server, TASKS, answer);
    expect(await rejection(hastyBackend.submit(request))).toMatchObject({ name: "UpstreamError", message: LATE });
  });

  it.each(["", "..", "a b", "a\0", "x".repeat(257)])("does not take %j for a task id", async (id) => {
    respondAt(server, TASKS, () => json({ id }));
    expect(await rejection(backend.submit(request))).toMatchObject({ message: UNREADABLE });
  });
});

describe("getTask", () => {
  it("reports a running task", async () => {
    const seen = respondAt(server, `${TASKS}/cgt-1`, () => json({ id: "cgt-1", status: "running", error: null }));
    expect(await backend.getTask("cgt-1")).toEqual({ status: "running", videoUrl: null, error: null });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.method).toBe("GET");
  });

  it("reports the video of a task that succeeded", async () => {
    const answer = {
      id: "cgt-1",
      status: "succeeded",
      error: null,
      content: { video_url: "https://files.test/v.mp4" },
    };
    respondAt(server, `${TASKS}/cgt-1`, () => json(answer));
    expect(await backend.getTask("cgt-1")).toEqual({
      status: "succeeded",
      videoUrl: "https://files.test/v.mp4",
      error: null,
    });
  });

  it("reports why a task failed, in one line", async () => {
    const error = { code: "x", message: "Not\nthis, see https://ai.test/help" };
    respondAt(server, `${TASKS}/cgt-1`, () => json({ id: "cgt-1", status: "failed", error }));
    expect(await backend.getTask("cgt-1")).toEqual({
      status: "failed",
      videoUrl: null,
      error: "Not this, see [address]",
    });
  });

  it.each<[string, unknown]>([
    ["an error without words", { code: "x" }],
    ["an error that is a text", "oops"],
  ])("reports a failed task with %s", async (_name, error) => {
    respondAt(
      server,
      `${TASKS}/cgt-1`,
      () =>
        new Response(JSON.stringify({ status: "failed", error }), { headers: { "content-type": "application/json" } }),
    );
    expect(await backend.getTask("cgt-1")).toMatchObject({ status: "failed", videoUrl: null });
  });

  it("has no video where its address is not http(s)", async () => {
    respondAt(server, `${TASKS}/cgt-1`, () => json({ status: "succeeded", content: { video_url: "file:///v.mp4" } }));
    expect(await backend.getTask("cgt-1")).toMatchObject({ videoUrl: null });
  });

  it("keeps an odd task id within its path segment", async () => {
    const seen = respondAt(server, `${TASKS}/*`, () => json({ status: "queued" }));
    await backend.getTask("../x?y#z/%2e");
    expect(seen[0]?.url).toBe(`${TASKS}/..%2Fx%3Fy%23z%2F%252e`);
  });

  it.each(["..", "", "a\nb"])("asks nothing for %j, which is no task id", async (taskId) => {
    expect(await rejection(backend.getTask(taskId))).toMatchObject({ message: "The video task id is not valid" });
  });

  it.each(failures)("fails after one request when the backend %s", async (_name, answer, message, status) => {
    const seen = respondAt(server, `${TASKS}/cgt-1`, answer);
    const error = await rejection(backend.getTask("cgt-1"));
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ message, status });
    expect(seen).toHaveLength(1);
  });

  it.each(silences)("gives up when the backend %s", async (_name, answer) => {
    respondAt(server, `${TASKS}/cgt-1`, answer);
    expect(await rejection(hastyBackend.getTask("cgt-1"))).toMatchObject({ name: "UpstreamError", message: LATE });
  });

  it("fails on an answer that does not end", async () => {
    respondAt(server, `${TASKS}/cgt-1`, () => endlessBody("application/json"));
    expect(await rejection(backend.getTask("cgt-1"))).toMatchObject({ message: "The answer is too large" });
  });
});
