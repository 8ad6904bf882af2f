import { sampleImage } from "@app/sandbox/testing/sample-image";
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

const app = useTestApp();
const PATH = "/api/image/generate";
const REQUEST = { prompt: "a red boat", imageUrl: "https://pictures.example/boat.png" };
const FAILED = { error: "Failed to generate image" };

const sendNothing = (client: ApiClient, headers?: Record<string, string>) => client.post(PATH, {}, headers);
const requestsTo = (party: "generation" | "storage", method: string) =>
  app.sandbox.requests.filter((request) => request.url.startsWith(TEST_ORIGINS[party]) && request.method === method);

afterEach(() => app.sandbox.faults.clear());

describe("200", () => {
  it("makes an image, copies it to storage and takes 20 credits", async () => {
    const user = await signedInUser(app, { credits: 100 });
    const response = await user.client.post(PATH, REQUEST);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json\b/);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: expect.stringMatching(
        new RegExp(`^${TEST_ORIGINS.storage}/genmint/images/${user.id}/\\d{13}_[a-z0-9]{6}\\.jpg$`),
      ),
      revisedPrompt: REQUEST.prompt,
      remainingCredits: 80,
      sourceImageUrl: REQUEST.imageUrl,
    });
    const account = await readAccount(app, user.id);
    expect(account.credits).toBe(80);
    expect(account.ledger.slice(1)).toEqual([
      { delta: -20, reason: "image_generation", paymentId: response.body.id, balanceAfter: 80 },
    ]);
    expect(account.generations).toMatchObject([
      {
        id: response.body.id,
        type: "image",
        prompt: REQUEST.prompt,
        imageUrl: REQUEST.imageUrl,
        taskId: null,
        resultUrl: response.body.url,
        status: "completed",
        creditsUsed: 20,
        error: null,
      },
    ]);
    expect(JSON.parse(account.generations[0]?.metadata ?? "")).toEqual({
      size: "adaptive",
      watermark: true,
      imageUrl: REQUEST.imageUrl,
    });
  });

  it("stores the backend's own file, with its content type", async () => {
    const user = await signedInUser(app, { credits: 20 });
    const { body } = await user.client.post(PATH, REQUEST);
    const stored = await app.sandbox.store.get(body.url.slice(`${TEST_ORIGINS.storage}/genmint/`.length));
    const original = [...app.sandbox.generation.files.values()].at(-1);
    expect(stored?.headers["content-type"]).toBe("image/jpeg");
    expect(Buffer.from(stored?.body ?? []).equals(Buffer.from((await original?.read()) ?? [1]))).toBe(true);
    expect(body.remainingCredits).toBe(0);
  });

  it.each(["1K", "2K", "4K"])("asks the backend once, image to image, for an address: size %s", async (size) => {
    const user = await signedInUser(app, { credits: 20 });
    const before = requestsTo("generation", "POST").length;
    await user.client.post(PATH, { ...REQUEST, size, watermark: false });
    const asked = requestsTo("generation", "POST").slice(before);
    expect(asked.map(({ body }) => JSON.parse(body))).toEqual([
      {
        model: "sandbox-image",
        prompt: REQUEST.prompt,
        image: REQUEST.imageUrl,
        size,
        response_format: "url",
        watermark: false,
      },
    ]);
  });

  it("takes the defaults for parameters that are null", async () => {
    const user = await signedInUser(app, { credits: 20 });
    const response = await user.client.post(PATH, { ...REQUEST, size: null, watermark: null });
    expect(response.status).toBe(200);
    const { generations } = await readAccount(app, user.id);
    expect(JSON.parse(generations[0]?.metadata ?? "")).toMatchObject({ size: "adaptive", watermark: true });
  });

  it("takes a picture in the request itself, and keeps its megabytes out of the history", async () => {
    const user = await signedInUser(app, { credits: 20 });
    const imageUrl = `data:image/png;base64,${(await sampleImage("boat")).toString("base64")}`;
    const response = await user.client.post(PATH, { ...REQUEST, imageUrl });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ sourceImageUrl: imageUrl });
    const { generations } = await readAccount(app, user.id);
    expect(generations).toMatchObject([{ imageUrl: null, metadata: expect.not.stringContaining("iVBOR") }]);
  });
});

describe("400", () => {
  itRefusesBadBodies(app, PATH, [
    [{}, "Prompt is required"],
    [{ ...REQUEST, prompt: undefined }, "Prompt is required"],
    [{ ...REQUEST, prompt: null }, "Prompt is required"],
    [{ ...REQUEST, prompt: "" }, "Prompt is required"],
    [{ ...REQUEST, prompt: " \n" }, "Prompt is required"],
    [{ ...REQUEST, prompt: 7 }, "prompt must be a string"],
    [{ ...REQUEST, prompt: ["a"] }, "prompt must be a string"],
    [{ ...REQUEST, prompt: "a\0b" }, "prompt must not contain NUL characters"],
    [{ prompt: "a" }, "Reference image is required"],
    [{ ...REQUEST, imageUrl: "" }, "Reference image is required"],
    [{ ...REQUEST, imageUrl: {} }, "imageUrl must be a string"],
    [
      { ...REQUEST, imageUrl: "ftp://a.example/b.png" },
      "imageUrl must be an http(s) URL or a data:image/...;base64 URL",
    ],
    [
      { ...REQUEST, imageUrl: "data:text/html;base64,AA==" },
      "imageUrl must be an http(s) URL or a data:image/...;base64 URL",
    ],
    [{ ...REQUEST, imageUrl: "https://a.example/\0" }, "imageUrl must not contain NUL characters"],
    [{ ...REQUEST, size: "8K" }, "size must be one of adaptive, 1K, 2K, 4K"],
    [{ ...REQUEST, size: 2 }, "size must be one of adaptive, 1K, 2K, 4K"],
    [{ ...REQUEST, watermark: "yes" }, "watermark must be true or false"],
    [{ ...REQUEST, watermark: 1 }, "watermark must be true or false"],
  ]);

  it("comes before 402", async () => {
    const user = await signedInUser(app);
    expect(await user.client.post(PATH, { ...REQUEST, size: "8K" })).toMatchObject({ status: 400 });
  });
});

describe("401", () => itRefusesTheSignedOut(app, sendNothing));

describe("402", () => {
  it("names what is needed and what is left, and writes nothing", async () => {
    const user = await signedInUser(app, { credits: 19 });
    const before = await readAccount(app, user.id);
    const response = await user.client.post(PATH, REQUEST);
    expect(response.status).toBe(402);
    expect(response.body).toEqual({ error: "Insufficient credits", creditsNeeded: 20, remainingCredits: 19 });
    expect(await readAccount(app, user.id)).toEqual(before);
  });

  it("answers what is left when another request takes the credits meanwhile, and keeps a failed row", async () => {
    const user = await signedInUser(app, { credits: 30 });
    const response = await sendDuringConcurrentSpend(app, user.id, 25, () => user.client.post(PATH, REQUEST));
    expect(response.status).toBe(402);
    expect(response.body).toEqual({ error: "Insufficient credits", remainingCredits: 5 });
    const account = await readAccount(app, user.id);
    expect(account.ledger.map(({ delta }) => delta)).toEqual([30, -25]);
    expect(account.generations).toMatchObject([{ status: "failed", error: "Insufficient credits", creditsUsed: 20 }]);
  });

  it("lets exactly as many of 100 requests at once pass as there are credits for", async () => {
    const user = await signedInUser(app, { credits: 65 });
    const before = requestsTo("generation", "POST").length;
    const responses = await sendWhileBalanceIsLocked(app, user.id, 10, () =>
      Promise.all(Array.from({ length: 100 }, () => user.client.post(PATH, REQUEST))),
    );
    const passed = responses.filter(({ status }) => status === 200);
    const refused = responses.filter(({ status }) => status === 402);
    expect([passed.length, refused.length]).toEqual([3, 97]);
    expect(passed.map(({ body }) => body.remainingCredits).sort()).toEqual([25, 45, 5]);
    for (const { body } of refused) {
      expect(body).toMatchObject({ error: "Insufficient credits" });
      expect(body.remainingCredits).toBeLessThan(20);
    }
    const account = await readAccount(app, user.id);
    expect(account.credits).toBe(5);
    expect(account.ledger.slice(1).map(({ balanceAfter }) => balanceAfter)).toEqual([45, 25, 5]);
    expect(account.generations.filter(({ status }) => status === "completed")).toHaveLength(3);
    for (const row of account.generations) {
      if (row.status !== "completed") expect(row).toMatchObject({ status: "failed", error: "Insufficient credits" });
    }
    expect(requestsTo("generation", "POST").length - before).toBe(3);
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
    expect([status, body]).toEqual([500, FAILED]);
    expect(await readAccount(app, user.id)).toMatchObject({ credits: 50, ledger: [{ delta: 50 }] });
  });

  /** A generation that fails is charged, and says why in the history only. */
  async function expectFailure(prompt: string, error: string): Promise<void> {
    const user = await signedInUser(app, { credits: 50 });
    const response = await user.client.post(PATH, { ...REQUEST, prompt });
    expect(response).toMatchObject({ status: 500 });
    expect(response.body).toEqual(FAILED);
    const account = await readAccount(app, user.id);
    expect(account.credits).toBe(30);
    expect(account.generations).toMatchObject([{ status: "failed", error, resultUrl: null, creditsUsed: 20 }]);
    expect(account.ledger.slice(1)).toEqual([
      { delta: -20, reason: "image_generation", paymentId: account.generations[0]?.id, balanceAfter: 30 },
    ]);
  }

  it("says in the history that the backend made no image", () => expectFailure("[empty]", "No image generated"));

  it("keeps the backend's words about a refused request", () =>
    expectFailure("[fail]", "The output image may contain sensitive content"));

  it.each([
    [{ kind: "status", status: 500 }, "The generation backend failed"],
    [{ kind: "status", status: 401 }, "The generation backend refused the request"],
    [{ kind: "status", status: 429 }, "The generation backend is busy"],
    [{ kind: "reset" }, "The generation backend could not be reached"],
    [{ kind: "bad_json" }, "The generation backend gave an answer that cannot be read"],
    [{ kind: "html" }, "The generation backend gave an answer that cannot be read"],
    [{ kind: "empty" }, "The generation backend gave an answer that cannot be read"],
  ] as const)("hides what went wrong with a backend of %j", async (fault, error) => {
    app.sandbox.faults.queue("image", fault);
    await expectFailure("a boat", error);
  });

  it("asks the backend only once, whatever it answers", async () => {
    const before = requestsTo("generation", "POST").length;
    app.sandbox.faults.set("image", { kind: "status", status: 500 });
    await expectFailure("a boat", "The generation backend failed");
    expect(requestsTo("generation", "POST").length - before).toBe(1);
  });

  it.each(["storage", "files"] as const)("fails when the image cannot be copied: %s", async (party) => {
    app.sandbox.faults.set(party, { kind: "status", status: 500 });
    await expectFailure("a boat", "Failed to store the image");
  });
});
