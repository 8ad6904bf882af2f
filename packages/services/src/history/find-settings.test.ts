import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { findPicture, findSettings } from "./generations";

const ctx = useTestContext();

describe("findSettings", () => {
  it("returns the settings of an image", async () => {
    const { id, userId } = await createGeneration(ctx, "image", {
      prompt: "a canal in winter",
      imageUrl: "https://a.example/street.png",
      metadata: JSON.stringify({ size: "2K", watermark: false, imageUrl: "https://a.example/street.png" }),
    });
    expect(await findSettings(await actAs(ctx, userId), { generationId: id })).toEqual({
      id,
      prompt: "a canal in winter",
      imageUrl: "https://a.example/street.png",
      size: "2K",
      watermark: false,
    });
  });

  it("returns null for another user", async () => {
    const { id } = await createGeneration(ctx, "image");
    const stranger = await actAs(ctx, await createUser(ctx));
    expect(await findSettings(stranger, { generationId: id })).toBeNull();
  });
});

describe("findPicture", () => {
  it("returns the file of an image as a reference without a prompt", async () => {
    const { id, userId } = await createGeneration(ctx, "image", { resultUrl: "https://a.example/canal.png" });
    const user = await actAs(ctx, userId);
    const picture = { id, prompt: "", imageUrl: "https://a.example/canal.png" };
    expect(await findPicture(user, { generationId: id })).toEqual(picture);
    const stranger = await actAs(ctx, await createUser(ctx));
    expect(await findPicture(stranger, { generationId: id })).toBeNull();
    await ctx.db.generationHistory.update({ where: { id }, data: { deletedAt: ctx.now() } });
    expect(await findPicture(user, { generationId: id })).toBeNull();
  });

  it("returns null for a video, and for an image without a file", async () => {
    const video = await createGeneration(ctx, "video", { resultUrl: "https://a.example/boat.mp4" });
    expect(await findPicture(await actAs(ctx, video.userId), { generationId: video.id })).toBeNull();
    const image = await createGeneration(ctx, "image");
    expect(await findPicture(await actAs(ctx, image.userId), { generationId: image.id })).toBeNull();
  });
});
