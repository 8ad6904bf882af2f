import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { sampleImage } from "../testing/sample-image";
import { createTestSandbox, TEST_KEYS, TEST_ORIGINS, type TestSandbox } from "../testing/test-sandbox";
import { FILE_LIFETIME_MS } from "./generation-app";
import { REFERENCE_MAX_BYTES } from "./reference-image";

const REFERENCE = "https://elsewhere.test/cat.png";

function generate(
  sandbox: TestSandbox,
  fields: Record<string, unknown> = {},
  apiKey = TEST_KEYS.aiApiKey,
): Promise<Response> {
  return handled(
    sandbox,
    new Request(`${TEST_ORIGINS.generation}/images/generations`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({
        model: "m",
        prompt: "a cat in the rain",
        image: REFERENCE,
        response_format: "url",
        ...fields,
      }),
    }),
  );
}

async function handled(sandbox: TestSandbox, request: Request): Promise<Response> {
  const response = await sandbox.handle(request);
  if (!response) throw new Error("The request was not handled");
  return response;
}

async function resultOf(
  sandbox: TestSandbox,
  fields: Record<string, unknown> = {},
): Promise<{ bytes: Buffer; size: string; url: string }> {
  const response = await generate(sandbox, fields);
  expect(response.status).toBe(200);
  const [image] = (await response.json()).data;
  const file = await handled(sandbox, new Request(image.url));
  expect(file.headers.get("content-type")).toBe("image/jpeg");
  return { ...image, bytes: Buffer.from(await file.arrayBuffer()) };
}

const GRID = 12;

/** The picture without border, caption and watermark. */
async function innerPart(image: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(image).metadata();
  const inner = {
    left: Math.round(width * 0.05),
    top: Math.round(height * 0.15),
    width: Math.round(width * 0.9),
    height: Math.round(height * 0.65),
  };
  return sharp(image).extract(inner).toColourspace("srgb").removeAlpha().png().toBuffer();
}

/** The brightness of a grid of cells over the picture's inner part. */
async function brightness(image: Buffer): Promise<number[]> {
  const cells = sharp(await innerPart(image))
    .greyscale()
    .resize(GRID, GRID, { fit: "fill" });
  return [...(await cells.raw().toBuffer())];
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = mean(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)));
  const spread = (values: readonly number[], middle: number) =>
    Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  return product / (spread(a, meanA) * spread(b, meanB));
}

/** The median difference of the hues of two pictures, in degrees, over a grid of cells. */
async function hueDistance(a: Buffer, b: Buffer): Promise<number> {
  const [first = [], second = []] = await Promise.all([a, b].map(hues));
  const distances = first.map((hue, index) => {
    const apart = Math.abs(hue - (second[index] ?? 0));
    return Math.min(apart, 360 - apart);
  });
  return distances.sort((x, y) => x - y)[Math.floor(distances.length / 2)] ?? 0;
}

async function hues(image: Buffer): Promise<number[]> {
  const cells = await sharp(await innerPart(image))
    .resize(GRID, GRID, { fit: "fill" })
    .raw()
    .toBuffer();
  return Array.from({ length: GRID * GRID }, (_, cell) => {
    const [r = 0, g = 0, b = 0] = cells.subarray(cell * 3, cell * 3 + 3);
    return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
  });
}

async function meanColourDistance(a: Buffer, b: Buffer): Promise<number> {
  const [first, second] = await Promise.all([a, b].map(async (image) => sharp(await innerPart(image)).stats()));
  const distances =
    first?.channels.map(({ mean }, index) => Math.abs(mean - (second?.channels[index]?.mean ?? 0))) ?? [];
  return Math.max(...distances);
}

describe("image to image", () => {
  it("returns a picture with another colour and the structure of the reference", async () => {
    const { bytes, size } = await resultOf(createTestSandbox());
    const reference = await sampleImage(REFERENCE);
    expect(size).toBe("480x360");
    expect(await hueDistance(bytes, reference)).toBeGreaterThan(10);
    expect(correlation(await brightness(bytes), await brightness(reference))).toBeGreaterThan(0.8);
    const other = await sampleImage("https://elsewhere.test/dog.png");
    expect(correlation(await brightness(bytes), await brightness(other))).toBeLessThan(0.5);
  });

  it("draws the prompt, and the watermark only on request", async () => {
    const sandbox = createTestSandbox();
    const part = async (image: Buffer, at: { left: number; top: number }) =>
      sharp(image)
        .extract({ ...at, width: 100, height: 40 })
        .greyscale()
        .raw()
        .toBuffer();
    const marked = (await resultOf(sandbox, { watermark: true })).bytes;
    const plain = (await resultOf(sandbox, { watermark: false })).bytes;
    const difference = async (at: { left: number; top: number }) => {
      const [a, b] = [await part(marked, at), await part(plain, at)];
      return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length;
    };
    expect(await difference({ left: 370, top: 8 })).toBeGreaterThan(20);
    expect(await difference({ left: 20, top: 100 })).toBeLessThan(1);
    const caption = [...(await part(plain, { left: 12, top: 312 }))];
    expect([Math.min(...caption) < 50, Math.max(...caption) > 200]).toEqual([true, true]);
  });

  it("changes a grey picture, too", async () => {
    const grey = await sharp(await sampleImage("x"))
      .greyscale()
      .png()
      .toBuffer();
    const { bytes } = await resultOf(createTestSandbox({ fetchReference: async () => grey }));
    expect(await meanColourDistance(bytes, grey)).toBeGreaterThan(5);
  });

  it.each([
    ["1K", "1024x768"],
    ["2K", "2048x1536"],
    ["adaptive", "480x360"],
    ["640x640", "640x640"],
  ])("honours the size %s", async (size, expected) => {
    const result = await resultOf(createTestSandbox(), { size });
    const { width, height } = await sharp(result.bytes).metadata();
    expect([result.size, `${width}x${height}`]).toEqual([expected, expected]);
  });

  it("draws prompts with markup characters, and pictures with extreme ratios", async () => {
    const sandbox = createTestSandbox({ fetchReference: () => sampleImage("thin", 1200, 30) });
    await resultOf(sandbox, { prompt: `</text><script>&"'\u0000\ud800 ${"long ".repeat(300)}` });
  });

  it.each([
    [16, 16, "64x64"],
    [40, 200, "64x200"],
  ])("draws the watermark on a picture as small as an icon: %i × %i", async (width, height, expected) => {
    const image = `data:image/png;base64,${(await sampleImage("icon", width, height)).toString("base64")}`;
    expect((await resultOf(createTestSandbox(), { image, watermark: true })).size).toBe(expected);
  });

  it("accepts a data URL as reference", async () => {
    const image = `data:image/png;base64,${(await sampleImage("x", 300, 300)).toString("base64")}`;
    expect((await resultOf(createTestSandbox(), { image })).size).toBe("300x300");
  });

  it("reads a reference in the sandbox's own storage", async () => {
    const sandbox = createTestSandbox({ fetchReference: () => Promise.reject(new Error("not from outside")) });
    const body = await sampleImage("x", 320, 320);
    await sandbox.store.put({ key: "uploads/u 1/a.png", body, etag: "", crc32: "", storedAt: new Date(), headers: {} });
    const image = `${sandbox.env["STORAGE_PUBLIC_URL"]}/uploads/u%201/a.png`;
    expect((await resultOf(sandbox, { image })).size).toBe("320x320");
    expect(sandbox.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });
});

describe("the models' limits", () => {
  const webp = async () =>
    sharp(await sampleImage("x"))
      .webp()
      .toBuffer();
  const wide = () => sampleImage("x", 1200, 300);

  it.each([
    ["seededit-3-0-i2i-250628", { size: "1K" }, undefined],
    ["seededit-3-0-i2i-250628", {}, webp],
    ["seededit-3-0-i2i-250628", {}, wide],
    ["seedream-4-0-250828", { size: "adaptive" }, undefined],
    ["seedream-4-0-250828", { size: "1K" }, webp],
    ["seedream-4-0-250828", { size: "1K", image: [REFERENCE, "https://elsewhere.test/tiny.png"] }, tinySecond],
    ["seedream-4-5-251128", { size: "1K" }, undefined],
    ["seedream-4-5-251128", { size: "1920x1919" }, undefined],
  ])("%s refuses %j", async (model, fields, fetchReference) => {
    const sandbox = createTestSandbox(fetchReference && { fetchReference });
    const response = await generate(sandbox, { model, ...fields });
    expect([response.status, (await response.json()).error.code]).toEqual([400, "InvalidParameter"]);
    expect(sandbox.generation.files.size).toBe(0);
  });

  it.each([
    ["seededit-3-0-i2i-250628", {}, "480x360"],
    ["seedream-4-0-250828", {}, "2048x1536"],
    ["seedream-4-0-250828", { size: "1K" }, "1024x768"],
    ["seedream-4-5-251128", { size: "1920x1920" }, "1920x1920"],
    ["another", { size: "adaptive" }, "480x360"],
  ])("%s accepts %j", async (model, fields, size) => {
    expect((await resultOf(createTestSandbox(), { model, ...fields })).size).toBe(size);
  });

  async function tinySecond(url: string): Promise<Uint8Array> {
    return url === REFERENCE ? sampleImage(url) : sampleImage(url, 14, 14);
  }
});

describe("image errors", () => {
  it.each([
    ["a reference that cannot be fetched", { image: "https://down.test/a.png" }, "could not be downloaded"],
    ["a reference that is no picture", { image: "data:image/png;base64,aGVsbG8=" }, "could not be decoded"],
    ["a reference that is too large", { image: "https://big.test/a.png" }, "larger than 10 MB"],
    ["a reference of another scheme", { image: "file:///etc/passwd" }, "must be an http(s) address"],
    ["an unknown size", { size: "8K" }, "size is not valid"],
    ["no prompt", { prompt: undefined }, "prompt is not valid"],
  ])("%s has status 400 and the backend's error format", async (_name, fields, message) => {
    const sandbox = createTestSandbox({
      fetchReference: async (url) => {
        if (url.includes("down.test")) throw new Error("down");
        return url.includes("big.test") ? new Uint8Array(REFERENCE_MAX_BYTES + 1) : sampleImage(url);
      },
    });
    const response = await generate(sandbox, fields);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: { code: "InvalidParameter", message: expect.stringContaining(message), param: "", type: "BadRequest" },
    });
  });

  it("refuses a wrong key", async () => {
    expect((await generate(createTestSandbox(), {}, "wrong")).status).toBe(401);
  });

  it("simulates the trigger words", async () => {
    const sandbox = createTestSandbox();
    const failed = await generate(sandbox, { prompt: "a [fail] cat" });
    expect([failed.status, (await failed.json()).error.code]).toEqual([400, "OutputImageSensitiveContentDetected"]);
    expect((await (await generate(sandbox, { prompt: "[empty]" })).json()).data).toEqual([]);
    expect((await (await generate(sandbox, { prompt: "[refuse]" })).json()).data).toEqual([
      { error: expect.any(Object) },
    ]);
    expect(sandbox.generation.files.size).toBe(0);
  });

  it("a file's URL expires after a day", async () => {
    let clock = new Date("2026-01-01T00:00:00Z");
    const sandbox = createTestSandbox({ now: () => clock });
    const { url } = await resultOf(sandbox);
    clock = new Date(clock.getTime() + FILE_LIFETIME_MS + 1);
    expect((await handled(sandbox, new Request(url))).status).toBe(403);
    expect((await handled(sandbox, new Request(`${TEST_ORIGINS.generation}/files/unknown`))).status).toBe(404);
  });
});
