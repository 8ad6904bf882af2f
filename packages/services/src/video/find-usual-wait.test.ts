import { expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { useTestContext } from "../../test/test-context";
import { finishGeneration } from "../history/finish-generation";
import { findUsualWait } from "./find-usual-wait";

const ctx = useTestContext();

it("measures the videos that completed, and nothing else", async () => {
  expect(await findUsualWait(ctx)).toBeNull();
  const end = async (type: "image" | "video", seconds: number, status: "completed" | "failed") => {
    const createdAt = new Date(ctx.now().getTime() - seconds * 1000);
    const { id } = await createGeneration(ctx, type, { status: "processing", taskId: "task", createdAt });
    const ended = status === "completed" ? { status, resultUrl: "https://storage.example/a" } : { status, error: "no" };
    await finishGeneration(ctx, id, ended);
  };
  for (const seconds of [130, 140, 150, 160, 175]) await end("video", seconds, "completed");
  for (const seconds of [1, 2, 3]) await end("image", seconds, "completed");
  for (const seconds of [4000, 5000]) await end("video", seconds, "failed");
  expect(await findUsualWait(ctx)).toEqual({ fromMinutes: 2, toMinutes: 3 });
});
