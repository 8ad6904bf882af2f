import { invariant } from "@app/core/errors";
import type { ServiceContext } from "../context";
import { finishGeneration } from "../history/finish-generation";
import { advanceVideo } from "../video/advance-video";
import type { JobPayloads } from "./job-payloads";
import { queueFinishVideo } from "./queue-finish-video";

/** The backend forgets results after a day: a video it could not be asked about for that long is lost. */
const VIDEO_GIVE_UP_MS = 24 * 60 * 60 * 1000;

/** Brings an open video forward as a poll would, and comes back until it has ended. */
export async function finishVideo(ctx: ServiceContext, { generationId }: JobPayloads["finish-video"]): Promise<void> {
  const video = await ctx.db.generationHistory.findUnique({ where: { id: generationId } });
  if (video?.status !== "processing") return;
  invariant(video.taskId !== null, "a video that is processing has its task");
  const now = ctx.now();
  if (now.getTime() - video.createdAt.getTime() > VIDEO_GIVE_UP_MS) {
    await finishGeneration(ctx, video.id, { status: "failed", error: "Video generation timeout" });
    return;
  }
  const { status } = await advanceVideo(ctx, { ...video, taskId: video.taskId });
  if (status === "processing") await queueFinishVideo(ctx.db, video.id, now);
}
