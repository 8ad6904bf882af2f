import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { sampleImage } from "../testing/sample-image";
import { createTestSandbox, TEST_KEYS, TEST_ORIGINS, type TestSandbox, VIDEO_MANUAL } from "../testing/test-sandbox";
import { settleVideoTask } from "./generation-state";

const TASKS = "/contents/generations/tasks";

async function call(sandbox: TestSandbox, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${TEST_KEYS.aiApiKey}`, ...init.headers };
  const response = await sandbox.handle(new Request(`${TEST_ORIGINS.generation}${path}`, { ...init, headers }));
  if (!response) throw new Error("The request was not handled");
  return response;
}

function submit(sandbox: TestSandbox, fields: Record<string, unknown> = {}, text = "a boat"): Promise<Response> {
  const body = { model: "m", content: [{ type: "text", text }], resolution: "480p", duration: 2, ...fields };
  return call(sandbox, TASKS, { method: "POST", body: JSON.stringify(body) });
}

async function submitted(sandbox: TestSandbox, fields: Record<string, unknown> = {}, text?: string): Promise<string> {
  const response = await submit(sandbox, fields, text);
  expect(response.status).toBe(200);
  return (await response.json()).id;
}

async function statusOf(sandbox: TestSandbox, id: string) {
  return (await call(sandbox, `${TASKS}/${id}`)).json();
}

async function download(sandbox: TestSandbox, url: string, headers: Record<string, string> = {}): Promise<Response> {
  return call(sandbox, url.slice(TEST_ORIGINS.generation.length), { headers });
}

/** The top-level boxes of an MP4 file, and its duration from the movie header. */
function readMp4(bytes: Buffer): { boxes: string[]; durationSeconds: number } {
  const boxes: string[] = [];
  let durationSeconds = Number.NaN;
  for (let position = 0; position < bytes.length; ) {
    const size = bytes.readUInt32BE(position);
    const type = bytes.toString("latin1", position + 4, position + 8);
    boxes.push(type);
    if (type === "moov") {
      const header = bytes.indexOf("mvhd", position) + 4;
      const isLong = bytes[header] === 1;
      const timescale = bytes.readUInt32BE(header + (isLong ? 20 : 12));
      const duration = isLong ? Number(bytes.readBigUInt64BE(header + 24)) : bytes.readUInt32BE(header + 16);
      durationSeconds = duration / timescale;
    }
    position += size;
  }
  return { boxes, durationSeconds };
}

describe("a video task", () => {
  it("is queued, then running, then succeeded", async () => {
    let clock = new Date("2026-01-01T00:00:00Z");
    const sandbox = createTestSandbox({ now: () => clock, videoTiming: { queuedMs: 1_000, runningMs: 2_000 } });
    const id = await submitted(sandbox);
    const seen: string[] = [];
    for (const afterMs of [0, 999, 1_000, 2_999, 3_000, 60_000]) {
      clock = new Date(Date.parse("2026-01-01T00:00:00Z") + afterMs);
      const task = await statusOf(sandbox, id);
      seen.push(task.status);
      expect("content" in task).toBe(task.status === "succeeded");
    }
    expect(seen).toEqual(["queued", "queued", "running", "running", "succeeded", "succeeded"]);
    expect(await statusOf(sandbox, id)).toMatchObject({
      id: expect.stringMatching(/^cgt-/),
      error: null,
      content: { video_url: expect.stringMatching(/\/files\/.+\.mp4$/) },
      created_at: 1_767_225_600,
      updated_at: 1_767_225_603,
    });
  });

  it("can be settled by a test", async () => {
    const sandbox = createTestSandbox({ videoTiming: VIDEO_MANUAL });
    const id = await submitted(sandbox);
    expect((await statusOf(sandbox, id)).status).toBe("running");
    settleVideoTask(sandbox.generation, id, "succeeded");
    expect((await statusOf(sandbox, id)).status).toBe("succeeded");
  });

  it("simulates the trigger words", async () => {
    const sandbox = createTestSandbox();
    const failed = await statusOf(sandbox, await submitted(sandbox, {}, "[fail]"));
    expect(failed).toMatchObject({ status: "failed", error: { code: "OutputVideoSensitiveContentDetected" } });
    expect(failed).not.toHaveProperty("content");
    expect(await statusOf(sandbox, await submitted(sandbox, {}, "[empty]"))).toMatchObject({
      status: "succeeded",
      content: {},
    });
    expect((await statusOf(sandbox, await submitted(sandbox, {}, "[slow]"))).status).toBe("running");
  });

  it("can be canceled while it is queued, but not while it is running", async () => {
    const queued = createTestSandbox({ videoTiming: { queuedMs: 60_000, runningMs: 0 } });
    const id = await submitted(queued);
    expect((await call(queued, `${TASKS}/${id}`, { method: "DELETE" })).status).toBe(200);
    expect((await statusOf(queued, id)).status).toBe("cancelled");
    const running = createTestSandbox({ videoTiming: VIDEO_MANUAL });
    const busy = await submitted(running);
    expect((await call(running, `${TASKS}/${busy}`, { method: "DELETE" })).status).toBe(409);
  });

  it.each([
    ["an unknown top-level field", { cameraFixed: true }],
    ["parameters in the wrong type", { duration: "5" }],
    ["an unknown resolution", { resolution: "4k" }],
    ["no content", { content: [] }],
    ["content without anything in it", { content: [{ type: "text", text: " " }] }],
    ["an unknown kind of content", { content: [{ type: "audio_url", audio_url: { url: "https://a.test" } }] }],
  ])("is refused with %s", async (_name, fields) => {
    const sandbox = createTestSandbox();
    const response = await submit(sandbox, fields);
    expect([response.status, (await response.json()).error.code]).toEqual([400, "InvalidParameter"]);
    expect(sandbox.generation.tasks.size).toBe(0);
  });

  it("is 404 if it is unknown, and 401 without the key", async () => {
    const sandbox = createTestSandbox();
    expect((await call(sandbox, `${TASKS}/cgt-x`)).status).toBe(404);
    expect((await call(sandbox, `${TASKS}/cgt-x`, { headers: { authorization: "Bearer wrong" } })).status).toBe(401);
  });
});

describe("the models' limits", () => {
  const pictures: Record<string, () => Promise<Uint8Array>> = {
    "https://a.test/good.png": () => sampleImage("x"),
    "https://a.test/small.png": () => sampleImage("x", 300, 400),
    "https://a.test/wide.png": () => sampleImage("x", 1_000, 399),
    "https://a.test/new.avif": async () =>
      sharp(await sampleImage("x"))
        .avif({ effort: 0 })
        .toBuffer(),
  };
  const withPictures = () =>
    createTestSandbox({ fetchReference: async (url) => pictures[url]?.() ?? sampleImage(url) });
  const content = (...names: string[]) => ({
    content: names.map((name) => ({ type: "image_url", image_url: { url: `https://a.test/${name}` } })),
  });

  it.each([
    ["seedance-1-0-pro-250528", { duration: 1 }],
    ["seedance-1-0-pro-250528", { duration: 13 }],
    ["seedance-1-0-pro-250528", { duration: 4.5 }],
    ["seedance-1-0-pro-250528", content("small.png")],
    ["seedance-1-0-pro-250528", content("wide.png")],
    ["seedance-1-0-pro-250528", content("new.avif")],
    ["seedance-1-0-pro-250528", content("good.png", "small.png")],
    ["seedance-1-5-pro-251215", { duration: 3 }],
    ["seedance-1-5-pro-251215", { duration: 4, resolution: "1080p" }],
    ["seedance-1-5-pro-251215", { duration: 4, ...content("new.avif") }],
  ])("%s refuses %j", async (model, fields) => {
    const sandbox = withPictures();
    const response = await submit(sandbox, { model, ...fields });
    expect([response.status, (await response.json()).error.code]).toEqual([400, "InvalidParameter"]);
    expect(sandbox.generation.tasks.size).toBe(0);
  });

  it.each([
    ["seedance-1-0-pro-250528", { duration: 12, resolution: "1080p", ...content("good.png") }],
    ["seedance-1-5-pro-251215", { duration: 4, resolution: "720p", ...content("good.png", "good.png") }],
    ["another", { duration: 1.5, ...content("small.png", "wide.png") }],
  ])("%s accepts %j", async (model, fields) => {
    expect((await submit(withPictures(), { model, ...fields })).status).toBe(200);
  });
});

describe("the video", () => {
  it.each([
    ["from text", {}, 2],
    [
      "from a picture",
      {
        content: [{ type: "image_url", image_url: { url: "https://a.test/x.png" }, role: "first_frame" }],
        camera_fixed: true,
      },
      2,
    ],
    ["of a minute, with fewer frames a second", { duration: 60 }, 60],
  ])("%s is an MP4 of the right duration", async (_name, fields, seconds) => {
    const sandbox = createTestSandbox();
    const { content } = await statusOf(sandbox, await submitted(sandbox, fields));
    const response = await download(sandbox, content.video_url);
    expect(response.headers.get("content-type")).toBe("video/mp4");
    const { boxes, durationSeconds } = readMp4(Buffer.from(await response.arrayBuffer()));
    expect(boxes).toEqual(expect.arrayContaining(["ftyp", "moov", "mdat"]));
    expect(durationSeconds).toBeCloseTo(seconds, 0);
  });

  it("is served by range, and is the same file each time", async () => {
    const sandbox = createTestSandbox();
    const { content } = await statusOf(sandbox, await submitted(sandbox));
    const whole = Buffer.from(await (await download(sandbox, content.video_url)).arrayBuffer());
    const part = await download(sandbox, content.video_url, { range: "bytes=4-7" });
    expect([part.status, await part.text()]).toEqual([206, "ftyp"]);
    expect(part.headers.get("content-range")).toBe(`bytes 4-7/${whole.length}`);
  });

  it("can be encoded at the same time as another one", async () => {
    const sandbox = createTestSandbox();
    const durations = await Promise.all(
      [1, 3].map(async (duration) => {
        const { content } = await statusOf(sandbox, await submitted(sandbox, { duration }));
        return readMp4(Buffer.from(await (await download(sandbox, content.video_url)).arrayBuffer())).durationSeconds;
      }),
    );
    expect(durations.map(Math.round)).toEqual([1, 3]);
  });
});
