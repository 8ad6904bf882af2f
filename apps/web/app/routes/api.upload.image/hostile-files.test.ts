import { sampleImage } from "@app/sandbox/testing/sample-image";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { type SignedInUser, signedInUser } from "../../../test/api-client";
import { useTestApp } from "../../../test/app";
import { ambiguousImages, imagesWithPayloads } from "../../../test/hostile/images-with-payloads";
import { type HostileFile, MARKER, nonImages } from "../../../test/hostile/non-images";
import { pngChunkTypes } from "../../../test/hostile/png-chunks";
import { rawPost } from "../../../test/raw-http";
import { bytesOfDataUrl, rawUploadForm, uploadForm } from "../../../test/uploads";

const FILES_MIN = 40;
const REFUSED = { error: "File must be an image" };
const STORED_TYPES: ReadonlyMap<string, string> = new Map([
  ["jpg", "image/jpeg"],
  ["png", "image/png"],
  ["webp", "image/webp"],
  ["gif", "image/gif"],
  ["avif", "image/avif"],
]);
/** All that a picture needs, and its resolution. */
const PNG_CHUNKS = /^(?:IHDR|PLTE|tRNS|pHYs|IDAT|IEND)$/;

const app = useTestApp();
let user: SignedInUser;
let png: Buffer;
let files = 0;
let stored = 0;
beforeAll(async () => {
  user = await signedInUser(app);
  png = await sampleImage("a boat");
});

/** To both uploads: what one stores, the other answers. */
async function send({ bytes, type = "image/png", name = "boat.png" }: HostileFile) {
  files += 1;
  const form = () => uploadForm(bytes, { type, name });
  const image = await user.client.postBody("/api/upload/image", form());
  const simple = await user.client.postBody("/api/upload/simple", form());
  return { image, simple };
}

/** A picture of the type its name says, and nothing else. */
async function expectHarmless(what: string, bytes: Buffer, type: string | undefined): Promise<void> {
  const { exif, xmp, iptc, icc, comments } = await sharp(bytes).metadata();
  await sharp(bytes, { animated: true, failOn: "warning" }).stats();
  expect([what, (await fileTypeFromBuffer(bytes))?.mime]).toEqual([what, type]);
  expect([what, { exif, xmp, iptc, icc, comments }]).toEqual([what, {}]);
  expect([what, bytes.includes(MARKER)]).toEqual([what, false]);
  if (type === "image/png") expect(pngChunkTypes(bytes).filter((chunk) => !PNG_CHUNKS.test(chunk))).toEqual([]);
}

async function expectHarmlessStore(): Promise<void> {
  const objects = await app.sandbox.store.list("");
  for (const { key } of objects) {
    const object = await app.sandbox.store.get(key);
    const type = object?.headers["content-type"];
    expect(key).toMatch(new RegExp(`^uploads/${user.id}/\\d{13}_[a-z0-9]{6}\\.[a-z]+$`));
    expect(type).toBe(STORED_TYPES.get(key.slice(key.lastIndexOf(".") + 1)));
    await expectHarmless(key, Buffer.from(object?.body ?? []), type);
  }
  stored = objects.length;
}

describe("hostile files", () => {
  it("are refused where they are no pictures", async () => {
    for (const file of await nonImages(png)) {
      const { image, simple } = await send(file);
      expect([file.what, image.status, image.body]).toEqual([file.what, 400, REFUSED]);
      expect([file.what, simple.status, simple.body]).toEqual([file.what, 400, REFUSED]);
    }
    expect(await app.sandbox.store.list("")).toEqual([]);
  });

  it("are stripped of all but the picture", async () => {
    for (const file of await imagesWithPayloads(png)) {
      const { image, simple } = await send(file);
      expect([file.what, image.status, simple.status]).toEqual([file.what, 200, 200]);
      const answered = bytesOfDataUrl(simple.body.url);
      await expectHarmless(file.what, answered.bytes, answered.type);
    }
  });

  it("are not unpacked without bounds", async () => {
    for (const file of ambiguousImages(png)) {
      const { image } = await send(file);
      expect([file.what, [200, 400].includes(image.status)]).toEqual([file.what, true]);
    }
  });

  it.each(["boat\0.png", "boat.png\r\nx-planted: yes", 'boat"; filename="b.html', "\u0000", ""])(
    "named %j leave no trace of the name",
    async (name) => {
      files += 1;
      const { contentType, parts } = rawUploadForm(png, { name });
      const response = await rawPost(app, user.client, "/api/upload/image", contentType, parts);
      expect(response).toMatch(/^HTTP\/1\.1 (?:200|400) /);
      expect(response).not.toMatch(/^x-planted:/im);
    },
  );

  it("leave nothing active in the storage", async () => {
    await expectHarmlessStore();
    expect(files).toBeGreaterThanOrEqual(FILES_MIN);
    expect(stored).toBeGreaterThanOrEqual(30);
    process.stdout.write(`hostile uploads: ${files} files, ${stored} pictures stored, 0 active content\n`);
  });
});
