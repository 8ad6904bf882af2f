import { sampleImage } from "@app/sandbox/testing/sample-image";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, type ApiResponse, type SignedInUser, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { rawPost } from "../../../test/raw-http";
import {
  itRefusesOtherMethods,
  itRefusesOtherSites,
  itRefusesTheBanned,
  itRefusesTheSignedOut,
} from "../../../test/refusal-contract";
import { bytesOfDataUrl, imageDifference, rawUploadForm, unreadableImages, uploadForm } from "../../../test/uploads";

const app = useTestApp();
const PATH = "/api/upload/simple";
const MAX_BYTES = 5 * 1024 * 1024;
const NOT_AN_IMAGE = "File must be an image";
const TOO_LARGE = "File size must be less than 5MB";

let user: SignedInUser;
let picture: Buffer;
beforeAll(async () => {
  user = await signedInUser(app);
  picture = await sampleImage("a boat");
});

const upload = (bytes: Uint8Array, file: Parameters<typeof uploadForm>[1] = {}) =>
  user.client.postBody(PATH, uploadForm(bytes, file));
const sendText = (client: ApiClient, headers?: Record<string, string>) =>
  client.postBody(PATH, uploadForm(Buffer.from("a"), { type: "text/plain" }), headers);
const paddedTo = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.byteLength)]);

async function expectRefused(sent: Promise<ApiResponse>, error: string): Promise<void> {
  const response = await sent;
  expect(response.status).toBe(400);
  expect(response.body).toEqual({ error });
}

describe("200", () => {
  it("answers with the picture as a data URL of its real type, and stores nothing", async () => {
    const requests = app.sandbox.requests.length;
    const response = await upload(picture, { name: "boat.jpg", type: "image/jpeg" });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ url: expect.any(String) });
    const { type, bytes } = bytesOfDataUrl(response.body.url);
    expect([type, await imageDifference(bytes, picture)]).toEqual(["image/png", 0]);
    expect(app.sandbox.requests.length).toBe(requests);
  });

  it("takes a picture of any dimensions, and one of exactly 5 MB", async () => {
    const pixel = await sampleImage("small", 1, 1);
    const { body } = await upload(pixel);
    expect(await imageDifference(bytesOfDataUrl(body.url).bytes, pixel)).toBe(0);
    expect(await upload(paddedTo(MAX_BYTES))).toMatchObject({ status: 200 });
  });
});

describe("400", () => {
  it("refuses what is no picture, whatever it claims to be", async () => {
    for (const [name, bytes, type] of await unreadableImages()) {
      const { status, body } = await upload(bytes, { type });
      expect([name, status, body]).toEqual([name, 400, { error: NOT_AN_IMAGE }]);
    }
  });

  it("refuses a picture that is sent as something else", () =>
    expectRefused(upload(picture, { type: "text/plain" }), NOT_AN_IMAGE));

  it("refuses one byte more than 5 MB", () => expectRefused(upload(paddedTo(MAX_BYTES + 1)), TOO_LARGE));

  it.each([12, 40])("answers a body of %d MB instead of resetting the connection", async (megabytes) => {
    const { contentType, parts } = rawUploadForm(paddedTo(megabytes * 1024 * 1024));
    const response = await rawPost(app, user.client, PATH, contentType, parts);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response.slice(response.indexOf("\r\n\r\n") + 4)).toBe(JSON.stringify({ error: TOO_LARGE }));
  });

  it("looks at the type before the size", () =>
    expectRefused(upload(new Uint8Array(MAX_BYTES + 1), { type: "text/plain" }), NOT_AN_IMAGE));

  it("says what is missing", async () => {
    await expectRefused(upload(picture, { field: "picture" }), "file is required");
    await expectRefused(user.client.post(PATH, {}), "Request body must be multipart/form-data");
  });
});

describe("401", () => itRefusesTheSignedOut(app, sendText));

describe("403", () => {
  itRefusesTheBanned(app, sendText);
  itRefusesOtherSites(app, sendText);
});

describe("405", () => itRefusesOtherMethods(app, PATH, "POST"));
