import { TEST_ORIGINS } from "@app/sandbox/testing/test-sandbox";
import { afterEach, describe, expect, it } from "vitest";
import { type ApiClient, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { sendDuringConcurrentSpend, sendWhileBalanceIsLocked, withoutTable } from "../../../test/database-conditions";
import {
  itRefusesBadBodies,
  itRefusesOtherMethods,
  itRefusesOtherSites,
  itRefusesTheBanned,
  itRefusesTheSignedOut,
} from "../../../test/refusal-contract";
import { readAccount } from "../../../test/users";

const app = useTestApp({ env: { VIDEO_MAX_DURATION_SECONDS: "20" } });
const PATH = "/api/video/generate";
const REQUEST = { prompt: "a boat leaves the harbour" };
const IMAGE_URL = "https://pictures.example/boat.png";
const IMAGE_URL_SHAPE = "imageUrl must be an http(s) URL or a data:image/...;base64 URL";
const DURATION_RANGE = "duration must be a number greater than 0 and at most 20";
const RESOLUTIONS = "resolution must be one of 480p, 720p, 1080p";

const sendNothing = (client: ApiClient, headers?: Record<string, string>) => client.post(PATH, {}, headers);
const submissions = () =>
  app.sandbox.requests.filter(({ method, url }) => method === "POST" && url.startsWith(TEST_ORIGINS.generation));

/** What the backend was asked by one request. */
async function askedFor(input: object): Promise<unknown> {
  const user = await signedInUser(app, { credits: 50 });
  const before = submissions().length;
  expect(await user.client.post(PATH, input)).toMatchObject({ status: 200 });
  const asked = submissions().slice(before);
  expect(asked).toHaveLength(1);
  return JSON.parse(asked[0]?.body ?? "");
}

afterEach(() => app.sandbox.faults.clear());

describe("200", () => {
  it("submits a task and takes 50 credits", async () => {
    const user = await signedInUser(app, { credits: 120 });
    const response = await user.client.post(PATH, { ...REQUEST, duration: 7.5, resolution: "480p", watermark: false });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      taskId: expect.stringMatching(/^cgt-/),
      status: "processing",
      remainingCredits: 70,
    });
    const account = await readAccount(app, user.id);
    expect(account.credits).toBe(70);
    expect(account.ledger.slice(1)).toEqual([
      { delta: -50, reason: "video_generation", paymentId: response.body.id, balanceAfter: 70 },
    ]);
    expect(account.generations).toMatchObject([
      {
        id: response.body.id,
        type: "video",
        prompt: REQUEST.prompt,
        imageUrl: null,
        taskId: response.body.taskId,
        resultUrl: null,
        status: "processing",
        creditsUsed: 50,
        error: null,
      },
    ]);
    expect(JSON.parse(account.generations[0]?.metadata ?? "")).toEqual({
      duration: 7.5,
      resolution: "480p",
      watermark: false,
    });
  });

  it("gives a video from an image alone a default prompt in the history", async () => {
    const user = await signedInUser(app, { credits: 50 });
    expect(await user.client.post(PATH, { imageUrl: IMAGE_URL })).toMatchObject({ status: 200 });
    const { generations } = await readAccount(app, user.id);
    expect(generations).toMatchObject([{ prompt: expect.stringMatching(/\S/), imageUrl: IMAGE_URL }]);
  });

  it("asks for text to video without an image, and leaves out what was not said", async () => {
    expect(await askedFor({ ...REQUEST, cameraFixed: true, duration: null, imageUrl: "" })).toEqual({
      model: "sandbox-video",
      content: [{ type: "text", text: REQUEST.prompt }],
    });
  });

  it("asks for image to video with an image, whose camera may be fixed", async () => {
    const input = {
      ...REQUEST,
      imageUrl: IMAGE_URL,
      cameraFixed: true,
      duration: 20,
      resolution: "1080p",
      watermark: true,
    };
    expect(await askedFor(input)).toEqual({
      model: "sandbox-video",
      content: [
        { type: "text", text: REQUEST.prompt },
        { type: "image_url", image_url: { url: IMAGE_URL }, role: "first_frame" },
      ],
      camera_fixed: true,
      duration: 20,
      resolution: "1080p",
      watermark: true,
    });
  });

  it("shows the backend an image alone without the default prompt", async () => {
    expect(await askedFor({ imageUrl: IMAGE_URL })).toMatchObject({ content: [{ type: "image_url" }] });
  });
});

describe("400", () => {
  itRefusesBadBodies(app, PATH, [
    [{}, "Either prompt or imageUrl is required"],
    [{ prompt: "", imageUrl: null }, "Either prompt or imageUrl is required"],
    [{ prompt: " ", duration: 5 }, "Either prompt or imageUrl is required"],
    [{ prompt: 5 }, "prompt must be a string"],
    [{ prompt: "a\0" }, "prompt must not contain NUL characters"],
    [{ ...REQUEST, imageUrl: [] }, "imageUrl must be a string"],
    [{ ...REQUEST, imageUrl: "file:///etc/hosts" }, IMAGE_URL_SHAPE],
    [{ ...REQUEST, imageUrl: "boat.png" }, IMAGE_URL_SHAPE],
    [{ ...REQUEST, duration: 0 }, DURATION_RANGE],
    [{ ...REQUEST, duration: -5 }, DURATION_RANGE],
    [{ ...REQUEST, duration: 20.01 }, DURATION_RANGE],
    [{ ...REQUEST, duration: "5" }, DURATION_RANGE],
    [{ ...REQUEST, resolution: "4K" }, RESOLUTIONS],
    [{ ...REQUEST, resolution: 720 }, RESOLUTIONS],
    [{ ...REQUEST, watermark: "true" }, "watermark must be true or false"],
    [{ ...REQUEST, cameraFixed: 1 }, "cameraFixed must be true or false"],
  ]);

  it("comes before 402", async () => {
    const user = await signedInUser(app);
    expect(await sendNothing(user.client)).toMatchObject({ status: 400 });
  });
});

describe("401", () => itRefusesTheSignedOut(app, sendNothing));

describe("402", () => {
  it("names what is needed and what is left, and writes nothing", async () => {
    const user = await signedInUser(app, { credits: 49 });
    const before = await readAccount(app, user.id);
    const response = await user.client.post(PATH, REQUEST);
    expect(response.status).toBe(402);
    expect(response.body).toEqual({ error: "Insufficient credits", creditsNeeded: 50, remainingCredits: 49 });
    expect(await readAccount(app, user.id)).toEqual(before);
  });

  it("answers what is left when another request takes the credits meanwhile, and keeps a failed row", async () => {
    const user = await signedInUser(app, { credits: 60 });
    const before = submissions().length;
    const response = await sendDuringConcurrentSpend(app, user.id, 20, () => user.client.post(PATH, REQUEST));
    expect(response.status).toBe(402);
    expect(response.body).toEqual({ error: "Insufficient credits", remainingCredits: 40 });
    const account = await readAccount(app, user.id);
    expect(account.ledger.map(({ delta }) => delta)).toEqual([60, -20]);
    expect(account.generations).toMatchObject([{ status: "failed", error: "Insufficient credits", taskId: null }]);
    expect(submissions().length).toBe(before);
  });

  it("lets exactly as many of 20 requests at once pass as there are credits for", async () => {
    const user = await signedInUser(app, { credits: 160 });
    const responses = await sendWhileBalanceIsLocked(app, user.id, 10, () =>
      Promise.all(Array.from({ length: 20 }, () => user.client.post(PATH, REQUEST))),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 402)).toHaveLength(17);
    expect(await readAccount(app, user.id)).toMatchObject({ credits: 10 });
  });
});

describe("403", () => {
  itRefusesTheBanned(app, sendNothing);
  itRefusesOtherSites(app, sendNothing);
});

describe("405", () => itRefusesOtherMethods(app, PATH, "POST"));

describe("500", () => {
  it("says what failed, and nothing of why, after a failure nobody foresaw", async () => {
    const user = await signedInUser(app, { credits: 50 });
    const { status, body } = await withoutTable(app, "generation_history", () => user.client.post(PATH, REQUEST));
    expect([status, body]).toEqual([500, { error: "Failed to generate video" }]);
    expect(await readAccount(app, user.id)).toMatchObject({ credits: 50, ledger: [{ delta: 50 }] });
  });

  it.each([
    [{ kind: "status", status: 400 }, "Simulated failure"],
    [{ kind: "status", status: 500 }, "The generation backend failed"],
    [{ kind: "status", status: 403 }, "The generation backend refused the request"],
    [{ kind: "status", status: 429 }, "The generation backend is busy"],
    [{ kind: "reset" }, "The generation backend could not be reached"],
    [{ kind: "bad_json" }, "The generation backend gave an answer that cannot be read"],
    [{ kind: "html" }, "The generation backend gave an answer that cannot be read"],
  ] as const)("answers and stores the reason, without a refund, when the backend answers %j", async (fault, error) => {
    const user = await signedInUser(app, { credits: 50 });
    const before = submissions().length;
    app.sandbox.faults.set("video", fault);
    const response = await user.client.post(PATH, REQUEST);
    expect(response.status).toBe(500);
    expect(response.body).toEqual({ error });
    const account = await readAccount(app, user.id);
    expect(account).toMatchObject({ credits: 0, ledger: [{ delta: 50 }, { delta: -50, balanceAfter: 0 }] });
    expect(account.generations).toMatchObject([{ status: "failed", error, taskId: null, creditsUsed: 50 }]);
    expect(submissions().length - before).toBe(1);
  });
});
