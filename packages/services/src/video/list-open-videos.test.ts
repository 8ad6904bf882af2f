import { describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { actAs, useTestContext } from "../../test/test-context";
import { listOpenVideos } from "./list-open-videos";

const ctx = useTestContext();
const WAITED_SECONDS = 42;

describe("listOpenVideos", () => {
  it("lists a running video with its elapsed time", async () => {
    const { id, userId } = await createGeneration(ctx, "video", {
      status: "processing",
      taskId: "task",
      metadata: JSON.stringify({ duration: 5, resolution: "720p", watermark: true }),
      createdAt: new Date(ctx.now().getTime() - WAITED_SECONDS * 1000),
    });
    expect(await listOpenVideos(await actAs(ctx, userId))).toEqual([
      {
        historyId: id,
        taskId: "task",
        prompt: "a boat",
        imageUrl: null,
        elapsedSeconds: WAITED_SECONDS,
        duration: 5,
        resolution: "720p",
        watermark: true,
      },
    ]);
  });

  it.each([
    { status: "completed", taskId: "task" },
    { status: "failed", taskId: "task" },
    { status: "processing", taskId: null },
  ])("leaves out %j", async (columns) => {
    const { userId } = await createGeneration(ctx, "video", columns);
    expect(await listOpenVideos(await actAs(ctx, userId))).toEqual([]);
  });

  it("leaves out videos of other users", async () => {
    await createGeneration(ctx, "video", { status: "processing", taskId: "task" });
    const { userId } = await createGeneration(ctx, "image");
    expect(await listOpenVideos(await actAs(ctx, userId))).toEqual([]);
  });
});
