import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { findSettings } from "./generations";

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
