import { sampleImage } from "@app/sandbox/testing/sample-image";
import { TEST_ORIGINS } from "@app/sandbox/testing/test-sandbox";
import sharp from "sharp";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, type ApiResponse, type SignedInUser, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { rawPost } from "../../../test/raw-http";
import {
  itRefusesOtherMethods,
  itRefusesOtherSites,
  itRefusesTheBanned,
  itRefusesTheSignedOut,
} from "../../../test/refusal-contract";
import { imageDifference, rawUploadForm, unreadableImages, uploadForm } from "../../../test/uploads";

const app = useTestApp();
const PATH = "/api/upload/image";
const MAX_BYTES = 10 * 1024 * 1024;
const NOT_AN_IMAGE = "File must be an image";
const TOO_LARGE = "File size must be less than 10MB";
const TOO_SMALL = "Image must be at least 300x300 pixels";

let user: SignedInUser;
let picture: Buffer;
beforeAll(async () => {
  user = await signedInUser(app);
  picture = await sampleImage("a boat");
});
afterEach(() => app.sandbox.faults.clear());

const upload = (bytes: Uint8Array, file: Parameters<typeof uploadForm>[1] = {}) =>
  user.client.postBody(PATH, uploadForm(bytes, file));
const sendText = (client: ApiClient, headers?: Record<string, string>) =>
  client.postBody(PATH, uploadForm(Buffer.from("a"), { type: "text/plain" }), headers);

/** The picture with zeros behind it, which decoders ignore. */
const paddedTo = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.byteLength)]);

async function storedAt(url: string) {
  return app.sandbox.store.get(url.slice(`${TEST_ORIGINS.storage}/genmint/`.length));
}

describe("200", () => {
  it.each([
    ["png", "png", "image/png", 0],
    ["jpeg", "jpg", "image/jpeg", 1],
    ["webp", "webp", "image/webp", 1],
    ["gif", "gif", "image/gif", 0.5],
    ["avif", "avif", "image/avif", 1.5],
  ] as const)("stores a picture in the format %s", async (format, extension, type, differenceMax) => {
    const bytes = await sharp(picture)[format]().toBuffer();
    const response = await upload(bytes, { name: `boat.${extension}`, type });
    expect(response.status).toBe(200);
    const { url } = response.body;
    expect(url).toMatch(
      new RegExp(`^${TEST_ORIGINS.storage}/genmint/uploads/${user.id}/\\d{13}_[a-z0-9]{6}\\.${extension}$`),
    );
    expect(response.body).toEqual({ url, filename: `boat.${extension}`, size: bytes.byteLength, type });
    const stored = await storedAt(url);
    expect(stored?.headers["content-type"]).toBe(type);
    expect(await imageDifference(stored?.body ?? bytes.subarray(0, 0), bytes)).toBeLessThanOrEqual(differenceMax);
  });

  it("takes type and extension from the content, whatever the sender claims", async () => {
    const { body } = await upload(picture, { name: "boat.svg", type: "image/svg+xml" });
    expect(body).toMatchObject({ url: expect.stringMatching(/\.png$/), filename: "boat.svg", type: "image/png" });
    expect((await storedAt(body.url))?.headers["content-type"]).toBe("image/png");
  });

  it("stores a picture upright, in the colours of the web, without what is known about it", async () => {
    const gps = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } };
    const sideways = await sharp(picture).jpeg().withExif(gps).withMetadata({ orientation: 6, icc: "p3" }).toBuffer();
    const { body } = await upload(sideways, { type: "image/jpeg" });
    const stored = (await storedAt(body.url))?.body ?? new Uint8Array();
    const { exif, icc, orientation, width, height } = await sharp(stored).metadata();
    const before = await sharp(sideways).metadata();
    expect([before.exif, before.icc]).toEqual([expect.any(Buffer), expect.any(Buffer)]);
    expect({ exif, icc, orientation, width, height }).toEqual({ width: before.height, height: before.width });
    expect(await imageDifference(stored, await sharp(picture).rotate(90).toBuffer())).toBeLessThan(1.5);
  });

  it("keeps a picture moving", async () => {
    const frames = await Promise.all([1, 2, 3].map((n) => sampleImage(`frame ${n}`, 320, 300)));
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 200, 300] })
      .toBuffer();
    const { body } = await upload(moving, { type: "image/gif" });
    const stored = (await storedAt(body.url))?.body ?? new Uint8Array();
    expect(await sharp(stored).metadata()).toMatchObject({ pages: 3, delay: [100, 200, 300], width: 320, height: 300 });
  });

  it("keeps the file's name out of the address", async () => {
    const { body } = await upload(picture, { name: "../../другой & boat.png" });
    expect(body).toMatchObject({ filename: "../../другой & boat.png" });
    expect(body.url).toMatch(new RegExp(`/uploads/${user.id}/\\d{13}_[a-z0-9]{6}\\.png$`));
  });

  it("takes a picture of exactly 300 x 300 pixels", async () => {
    expect(await upload(await sampleImage("small", 300, 300))).toMatchObject({ status: 200 });
  });

  it("takes a form with other fields, and one whose last line break travels by itself", async () => {
    const form = uploadForm(picture);
    form.set("note", "the red one");
    expect(await user.client.postBody(PATH, form)).toMatchObject({ status: 200 });
    const { contentType, parts } = rawUploadForm(picture);
    expect(await rawPost(app, user.client, PATH, contentType, parts)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("400", () => {
  async function expectRefused(sent: Promise<ApiResponse>, error: string): Promise<void> {
    const requests = app.sandbox.requests.length;
    const response = await sent;
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ error });
    expect(app.sandbox.requests.length).toBe(requests);
  }

  it("refuses what is no picture, whatever it claims to be", async () => {
    for (const [name, bytes, type] of await unreadableImages()) {
      const { status, body } = await upload(bytes, { type });
      expect([name, status, body]).toEqual([name, 400, { error: NOT_AN_IMAGE }]);
    }
  });

  it.each(["text/plain", "application/octet-stream", "video/mp4", ""])(
    "refuses a picture that is sent as %j",
    async (type) => expectRefused(upload(picture, { type }), NOT_AN_IMAGE),
  );

  it("refuses one byte more than 10 MB", () => expectRefused(upload(paddedTo(MAX_BYTES + 1)), TOO_LARGE));

  it.each([12, 40, 100])("answers a body of %d MB instead of resetting the connection", async (megabytes) => {
    const { contentType, parts } = rawUploadForm(paddedTo(megabytes * 1024 * 1024));
    const response = await rawPost(app, user.client, PATH, contentType, parts);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response.slice(response.indexOf("\r\n\r\n") + 4)).toBe(JSON.stringify({ error: TOO_LARGE }));
  });

  it.each([
    [299, 300],
    [300, 299],
    [1, 1],
  ])("refuses %d x %d pixels", async (width, height) =>
    expectRefused(upload(await sampleImage("small", width, height)), TOO_SMALL),
  );

  it("looks at the type first, then the size, then the content", async () => {
    const large = new Uint8Array(MAX_BYTES + 1);
    await expectRefused(upload(large, { type: "text/plain" }), NOT_AN_IMAGE);
    await expectRefused(upload(large), TOO_LARGE);
    await expectRefused(upload((await sampleImage("small", 299, 299)).subarray(0, -20)), NOT_AN_IMAGE);
  });

  it("names the field that is missing", async () => {
    await expectRefused(upload(picture, { field: "picture" }), "file is required");
    await expectRefused(user.client.postBody(PATH, new FormData()), "file is required");
    const form = new FormData();
    form.set("file", "just a text");
    await expectRefused(user.client.postBody(PATH, form), "file is required");
  });

  it("says what a body must be that is none", async () => {
    const broken = "Request body must be a multipart form with one file";
    await expectRefused(user.client.post(PATH, { file: "a" }), "Request body must be multipart/form-data");
    const { contentType, parts } = rawUploadForm(picture);
    const half = parts[0].subarray(0, -100);
    await expectRefused(user.client.postBody(PATH, half, { "content-type": contentType }), broken);
    await expectRefused(user.client.postBody(PATH, half, { "content-type": "multipart/form-data" }), broken);
    const two = uploadForm(picture);
    two.append("file", new File([Uint8Array.from(picture)], "second.png", { type: "image/png" }));
    await expectRefused(user.client.postBody(PATH, two), broken);
  });
});

describe("401", () => itRefusesTheSignedOut(app, sendText));

describe("403", () => {
  itRefusesTheBanned(app, sendText);
  itRefusesOtherSites(app, sendText);
});

describe("405", () => itRefusesOtherMethods(app, PATH, "POST"));

describe("500", () => {
  it("fails when the storage does", async () => {
    app.sandbox.faults.set("storage", { kind: "status", status: 403 });
    const response = await upload(picture);
    expect(response.status).toBe(500);
    expect(response.body).toEqual({ error: "Failed to upload image" });
  });
});
