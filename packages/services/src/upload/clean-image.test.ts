import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { actAs, createUser, testLimits, useTestContext } from "../../test/test-context";
import type { UserContext } from "../context";
import { cleanImage, convertImage } from "./clean-image";

const NOT_AN_IMAGE = { code: "bad_request", message: "File must be an image" };
const noise = (width: number, height: number): Sharp =>
  sharp({
    create: { width, height, channels: 3, background: "#000", noise: { type: "gaussian", mean: 128, sigma: 40 } },
  });
const ctx = useTestContext();
let user: UserContext;
beforeAll(async () => {
  user = await actAs(ctx, await createUser(ctx));
});
const clean = (bytes: Uint8Array, maxBytes = 10 * 1024 * 1024) =>
  cleanImage(user, { name: "boat", type: "image/any", bytes }, { maxBytes, message: "Too large" });
/** An image of one colour: few bytes for any size. */
const flat = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: "#345" } });

describe("cleanImage", () => {
  it("uses a lower quality for an image that would grow beyond the limit", async () => {
    const jpeg = await noise(600, 600).jpeg({ quality: 80 }).toBuffer();
    const atBest = (await clean(jpeg)).bytes.byteLength;
    expect(atBest).toBeGreaterThan(jpeg.byteLength);
    const fitting = await clean(jpeg, jpeg.byteLength);
    expect(fitting.bytes.byteLength).toBeLessThanOrEqual(jpeg.byteLength);
  });

  it("refuses an image that is too large in every encoding", async () => {
    const coarse = await noise(400, 400).jpeg({ quality: 10 }).toBuffer();
    await expect(clean(coarse, coarse.byteLength)).rejects.toMatchObject({ message: "Too large" });
  });

  it.each(["png", "webp"] as const)("keeps every pixel of a lossless %s", async (format) => {
    const picture = await noise(350, 310)
      [format](format === "webp" ? { lossless: true } : {})
      .toBuffer();
    const { bytes } = await clean(picture);
    // Compared as a whole: vitest takes seconds to compare every byte by itself.
    expect((await sharp(bytes).raw().toBuffer()).equals(await sharp(picture).raw().toBuffer())).toBe(true);
  });

  it("accepts an image of 25 million pixels, and none with more", async () => {
    expect(await clean(await flat(10_000, 2_500).png().toBuffer())).toMatchObject({ width: 10_000, height: 2_500 });
    await expect(clean(await flat(10_000, 2_501).png().toBuffer())).rejects.toMatchObject(NOT_AN_IMAGE);
  });

  it("counts a user's megapixels before decoding", async () => {
    const limits = testLimits({ max: 7, windowSeconds: 60 });
    const limited = { ...user, config: { ...user.config, limits } };
    const upload = (bytes: Uint8Array) =>
      cleanImage(limited, { name: "boat", type: "image/any", bytes }, { maxBytes: 1_000_000, message: "Too large" });
    const fourMillion = await flat(2_000, 1_501).png().toBuffer();
    await upload(fourMillion);
    await expect(upload(fourMillion)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 60 });
    await expect(upload(await flat(300, 300).png().toBuffer())).rejects.toMatchObject({ code: "rate_limited" });
    const other = await actAs(ctx, await createUser(ctx));
    await cleanImage(
      { ...limited, actor: other.actor },
      { name: "boat", type: "image/any", bytes: fourMillion },
      { maxBytes: 1_000_000, message: "Too large" },
    );
  });

  it("counts the pixels of all frames, and the frames", async () => {
    const frames = (count: number, side: number) =>
      sharp(Buffer.alloc(side * side * count * 3), {
        raw: { width: side, height: side * count, channels: 3, pageHeight: side },
      })
        .gif({ keepDuplicateFrames: true })
        .toBuffer();
    expect(await clean(await frames(500, 8))).toMatchObject({ width: 8, height: 8 });
    await expect(clean(await frames(501, 8))).rejects.toMatchObject(NOT_AN_IMAGE);
    await expect(clean(await frames(26, 1_000))).rejects.toMatchObject(NOT_AN_IMAGE);
  });
});

describe("convertImage", () => {
  const LIMIT_BYTES = 10 * 1024 * 1024;
  const seeThrough = () => noise(400, 400).ensureAlpha(0.5).webp({ lossless: true }).toBuffer();

  it("converts transparent images to PNG, or to JPEG on white when the PNG is too large", async () => {
    const picture = await seeThrough();
    const png = await convertImage(user, picture, LIMIT_BYTES);
    expect(png).toMatchObject({ contentType: "image/png", width: 400, height: 400 });
    const jpeg = await convertImage(user, picture, png.bytes.byteLength - 1);
    expect(jpeg).toMatchObject({ contentType: "image/jpeg", width: 400, height: 400 });
    expect((await sharp(jpeg.bytes).stats()).channels[0]?.mean).toBeGreaterThan(180);
  });

  it("lowers the quality of an image that would be too large, and refuses one that is too large in every encoding", async () => {
    const picture = await noise(400, 400).webp().toBuffer();
    const best = await convertImage(user, picture, LIMIT_BYTES);
    const smaller = await convertImage(user, picture, best.bytes.byteLength - 1);
    expect(smaller.bytes.byteLength).toBeLessThan(best.bytes.byteLength);
    await expect(convertImage(user, picture, 1_000)).rejects.toMatchObject({
      code: "bad_request",
      message: "Reference image is larger than 10 MB: use a smaller one",
    });
  });

  it("applies the orientation", async () => {
    const sideways = await flat(400, 300).webp().withMetadata({ orientation: 6 }).toBuffer();
    expect(await convertImage(user, sideways, LIMIT_BYTES)).toMatchObject({ width: 300, height: 400 });
  });

  it("decodes no more pixels than an upload may have", async () => {
    await expect(convertImage(user, await flat(10_000, 2_501).webp().toBuffer(), LIMIT_BYTES)).rejects.toMatchObject({
      code: "bad_request",
    });
  });
});
