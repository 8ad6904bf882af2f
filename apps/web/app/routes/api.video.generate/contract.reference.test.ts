import { sampleImage } from "@app/sandbox/testing/sample-image";
import { TEST_ORIGINS } from "@app/sandbox/testing/test-sandbox";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { bytesOfDataUrl, uploadForm } from "../../../test/uploads";
import { readAccount } from "../../../test/users";

const app = useTestApp();
const PATH = "/api/video/generate";

const submissions = () =>
  app.sandbox.requests.filter(({ method, url }) => method === "POST" && url.startsWith(TEST_ORIGINS.generation));
const inline = (bytes: Buffer, type = "image/png") => `data:${type};base64,${bytes.toString("base64")}`;

describe("200", () => {
  it("shows the backend an uploaded AVIF file as JPEG", async () => {
    const user = await signedInUser(app, { credits: 50 });
    const bytes = await sharp(await sampleImage("boat"))
      .avif()
      .toBuffer();
    const upload = await user.client.postBody("/api/upload/image", uploadForm(bytes, { type: "image/avif" }));
    expect(await user.client.post(PATH, { imageUrl: upload.body.url })).toMatchObject({ status: 200 });
    const sent = JSON.parse(submissions().at(-1)?.body ?? "").content[0].image_url.url;
    expect(bytesOfDataUrl(sent).type).toBe("image/jpeg");
    expect((await readAccount(app, user.id)).generations).toMatchObject([{ imageUrl: upload.body.url }]);
  });

  it.each([
    [750, 301],
    [301, 750],
    [6000, 2400],
  ])("takes a picture of %i x %i pixels", async (width, height) => {
    const user = await signedInUser(app, { credits: 50 });
    const imageUrl = inline(await sampleImage("boat", width, height));
    expect(await user.client.post(PATH, { imageUrl })).toMatchObject({ status: 200 });
  });
});

describe("400, before anything is charged", () => {
  it.each([
    [760, 301, "Reference image is too narrow: crop it so that its longer side is at most 2.5 times the shorter one"],
    [301, 760, "Reference image is too narrow: crop it so that its longer side is at most 2.5 times the shorter one"],
    [300, 400, "Reference image is too small: use one of at least 301 pixels on each side"],
    [6001, 3000, "Reference image is too large: scale it down to at most 6000 pixels on each side"],
  ])("refuses a picture of %i x %i pixels", async (width, height, error) => {
    const user = await signedInUser(app, { credits: 50 });
    const [account, asked] = [await readAccount(app, user.id), submissions().length];
    const { status, body } = await user.client.post(PATH, {
      imageUrl: inline(await sampleImage("boat", width, height)),
    });
    expect([status, body]).toEqual([400, { error }]);
    expect([await readAccount(app, user.id), submissions().length]).toEqual([account, asked]);
  });
});
