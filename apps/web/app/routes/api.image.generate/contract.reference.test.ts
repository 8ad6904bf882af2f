import { sampleImage } from "@app/sandbox/testing/sample-image";
import { TEST_ORIGINS } from "@app/sandbox/testing/test-sandbox";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { bytesOfDataUrl, imageDifference, uploadForm } from "../../../test/uploads";
import { readAccount } from "../../../test/users";

const app = useTestApp();
const PATH = "/api/image/generate";
const NARROW = "Reference image is too narrow: crop it so that its longer side is at most 3 times the shorter one";
const UNREADABLE = "Reference image cannot be read: use a JPEG, PNG, WebP, GIF or AVIF file";

const sentTo = (service: "generation" | "storage", method: string) =>
  app.sandbox.requests.filter((request) => request.url.startsWith(TEST_ORIGINS[service]) && request.method === method);
const inline = (bytes: Buffer, type: string) => `data:${type};base64,${bytes.toString("base64")}`;

async function generate(user: SignedInUser, imageUrl: string) {
  const before = sentTo("generation", "POST").length;
  const response = await user.client.post(PATH, { prompt: "a red boat", imageUrl });
  const asked = sentTo("generation", "POST").slice(before);
  return { ...response, asked: asked.map(({ body }): { image: string } => JSON.parse(body)) };
}

async function uploaded(user: SignedInUser, bytes: Buffer, type: string): Promise<string> {
  return (await user.client.postBody("/api/upload/image", uploadForm(bytes, { type }))).body.url;
}

/** Expects a refusal before anything is charged or sent to the backend. */
async function expectRefused(imageUrl: string, error: string, status = 400, user?: SignedInUser): Promise<void> {
  const caller = user ?? (await signedInUser(app, { credits: 50 }));
  const before = await readAccount(app, caller.id);
  const response = await generate(caller, imageUrl);
  expect([response.status, response.body]).toEqual([status, { error }]);
  expect(response.asked).toEqual([]);
  expect(await readAccount(app, caller.id)).toEqual(before);
}

afterEach(() => app.sandbox.faults.clear());

describe("200, the backend gets JPEG or PNG", () => {
  it.each(["webp", "gif", "avif"] as const)("for a data URL in the format %s", async (format) => {
    const user = await signedInUser(app, { credits: 20 });
    const bytes = await sharp(await sampleImage("boat"))
      [format]()
      .toBuffer();
    const imageUrl = inline(bytes, `image/${format}`);
    const { status, body, asked } = await generate(user, imageUrl);
    expect(status).toBe(200);
    expect(body).toMatchObject({ sourceImageUrl: imageUrl, remainingCredits: 0 });
    const sent = bytesOfDataUrl(asked[0]?.image ?? "");
    expect(sent.type).toMatch(/^image\/(jpeg|png)$/);
    expect(await sharp(sent.bytes).metadata()).toMatchObject({ format: sent.type.slice("image/".length) });
    expect(await imageDifference(sent.bytes, bytes)).toBeLessThan(2);
    const { generations } = await readAccount(app, user.id);
    expect(generations).toMatchObject([{ imageUrl: null, status: "completed" }]);
  });

  it("with the padding that base64 needs, which some clients leave out", async () => {
    const user = await signedInUser(app, { credits: 20 });
    // One byte more than a multiple of three, so that there is a padding.
    const picture = await sampleImage("boat");
    const padded = inline(Buffer.concat([picture, Buffer.alloc(3 - ((picture.length + 2) % 3))]), "image/png");
    expect(padded.endsWith("==")).toBe(true);
    const { status, asked } = await generate(user, padded.slice(0, -2));
    expect([status, asked[0]?.image]).toEqual([200, padded]);
  });

  it("for a picture with see-through parts, which it keeps", async () => {
    const user = await signedInUser(app, { credits: 20 });
    const background = { r: 200, g: 30, b: 30, alpha: 0.5 };
    const bytes = await sharp({ create: { width: 400, height: 400, channels: 4, background } })
      .webp({ lossless: true })
      .toBuffer();
    const sent = bytesOfDataUrl((await generate(user, inline(bytes, "image/webp"))).asked[0]?.image ?? "");
    expect(sent.type).toBe("image/png");
    expect(await imageDifference(sent.bytes, bytes)).toBe(0);
  });

  it("for a moving picture, of which it gets the first frame", async () => {
    const user = await signedInUser(app, { credits: 20 });
    const frames = await Promise.all([1, 2, 3].map((n) => sampleImage(`frame ${n}`, 320, 300)));
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const sent = bytesOfDataUrl((await generate(user, inline(moving, "image/gif"))).asked[0]?.image ?? "");
    const { pages = 1, width, height } = await sharp(sent.bytes).metadata();
    expect({ pages, width, height }).toEqual({ pages: 1, width: 320, height: 300 });
  });

  it.each(["jpeg", "png"] as const)("for a data URL in the format %s, as it was sent", async (format) => {
    const user = await signedInUser(app, { credits: 60 });
    const bytes = await sharp(await sampleImage("boat"))
      [format]()
      .toBuffer();
    const imageUrl = inline(bytes, `image/${format}`);
    expect((await generate(user, imageUrl)).asked).toMatchObject([{ image: imageUrl }]);
    // The type is taken from the content, not from the declared type.
    expect((await generate(user, inline(bytes, "image/webp"))).asked).toMatchObject([{ image: imageUrl }]);
    const shouted = imageUrl.replace(/^data:[^,]+/, (header) => header.toUpperCase());
    expect((await generate(user, shouted)).asked).toMatchObject([{ image: imageUrl }]);
    const { generations } = await readAccount(app, user.id);
    expect(generations).toMatchObject(Array(3).fill({ imageUrl: null, metadata: expect.not.stringMatching(/.{300}/) }));
  });

  it("for an uploaded WebP file, while the history keeps the file's address", async () => {
    const user = await signedInUser(app, { credits: 20 });
    const bytes = await sharp(await sampleImage("boat"))
      .webp()
      .toBuffer();
    const url = await uploaded(user, bytes, "image/webp");
    const { status, body, asked } = await generate(user, url);
    expect([status, body["sourceImageUrl"]]).toEqual([200, url]);
    const sent = bytesOfDataUrl(asked[0]?.image ?? "");
    expect(sent.type).toBe("image/jpeg");
    expect(await imageDifference(sent.bytes, bytes)).toBeLessThan(2);
    expect((await readAccount(app, user.id)).generations).toMatchObject([{ imageUrl: url }]);
  });

  it("for an uploaded PNG file, by its address", async () => {
    const user = await signedInUser(app, { credits: 20 });
    const url = await uploaded(user, await sampleImage("boat"), "image/png");
    expect(await generate(user, url)).toMatchObject({ status: 200, asked: [{ image: url }] });
  });

  it("except for an address elsewhere, which is passed on unread", async () => {
    const user = await signedInUser(app, { credits: 20 });
    const imageUrl = "https://pictures.example/boat.webp";
    const before = app.sandbox.requests.length;
    expect(await generate(user, imageUrl)).toMatchObject({ status: 200, asked: [{ image: imageUrl }] });
    expect(app.sandbox.requests.slice(before).filter(({ url }) => url === imageUrl)).toEqual([]);
  });
});

describe("400, before anything is charged", () => {
  it("refuses a data URL of a few bytes over 10 MB, whose short header leaves room for them", async () => {
    const picture = await sampleImage("boat");
    const bytes = Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024 + 40 - picture.byteLength)]);
    await expectRefused(inline(bytes, "image/png"), "Reference image is larger than 10 MB: use a smaller one");
  });

  it.each(["png", "jpeg", "webp"] as const)("refuses a %s file of 3200 x 310 pixels", async (format) => {
    const bytes = await sharp(await sampleImage("strip", 3200, 310))
      [format]()
      .toBuffer();
    await expectRefused(inline(bytes, `image/${format}`), NARROW);
    const user = await signedInUser(app, { credits: 50 });
    await expectRefused(await uploaded(user, bytes, `image/${format}`), NARROW, 400, user);
  });

  it("refuses a picture no model could see anything in", async () => {
    const tooSmall = "Reference image is too small: use one of at least 15 pixels on each side";
    await expectRefused(inline(await sampleImage("dot", 14, 14), "image/png"), tooSmall);
  });

  it.each([
    ["words", Buffer.from("these are only words")],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>')],
    ["the start of a PNG file", Buffer.from("iVBORw0KGgo=", "base64")],
  ])("refuses %s", async (_what, bytes) => expectRefused(inline(bytes, "image/png"), UNREADABLE));

  it("refuses half a WebP file", async () => {
    const bytes = await sharp(await sampleImage("boat"))
      .webp()
      .toBuffer();
    await expectRefused(inline(bytes.subarray(0, bytes.byteLength / 2), "image/webp"), UNREADABLE);
  });

  it("refuses a file of ours that is not there, or no picture", async () => {
    const gone = "Reference image is not there any more: upload it again";
    await expectRefused(`${TEST_ORIGINS.storage}/genmint/uploads/somebody/1_aaaaaa.png`, gone);
    const file = { key: "videos/somebody/1_aaaaaa.mp4", body: Buffer.from("no picture"), contentType: "video/mp4" };
    const url = await app.deps.service.clients.storage?.put(file);
    await expectRefused(url ?? "", UNREADABLE);
  });
});

describe("502, before anything is charged", () => {
  it("says that a file of ours cannot be loaded while the storage fails", async () => {
    const user = await signedInUser(app, { credits: 50 });
    const url = await uploaded(user, await sampleImage("boat"), "image/png");
    app.sandbox.faults.set("storage", { kind: "status", status: 503 });
    await expectRefused(url, "Reference image could not be loaded, try again", 502, user);
  });
});
