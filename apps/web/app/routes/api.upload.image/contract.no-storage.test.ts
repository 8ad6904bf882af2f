import { sampleImage } from "@app/sandbox/testing/sample-image";
import { expect, it } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { NO_STORAGE, useTestApp } from "../../../test/app";
import { bytesOfDataUrl, imageDifference, uploadForm } from "../../../test/uploads";

const app = useTestApp({ env: NO_STORAGE });

it("answers with a data URL alone, of the content's own type, where no storage is configured", async () => {
  const user = await signedInUser(app);
  const picture = await sampleImage("a boat");
  const response = await user.client.postBody("/api/upload/image", uploadForm(picture, { type: "image/webp" }));
  expect(response.status).toBe(200);
  expect(response.body).toEqual({ url: expect.any(String) });
  const { type, bytes } = bytesOfDataUrl(response.body.url);
  expect([type, await imageDifference(bytes, picture)]).toEqual(["image/png", 0]);
});

it("takes a file of exactly 10 MB", async () => {
  const user = await signedInUser(app);
  const picture = await sampleImage("a boat");
  const padded = Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024 - picture.byteLength)]);
  const response = await user.client.postBody("/api/upload/image", uploadForm(padded));
  expect(response.status).toBe(200);
  expect(await imageDifference(bytesOfDataUrl(response.body.url).bytes, picture)).toBe(0);
});
