import { hasTrigger } from "./trigger-words";
import { type VideoTask, type VideoTiming, videoTaskStatus } from "./video-task";

const FAILURE = {
  code: "OutputVideoSensitiveContentDetected",
  message: "The output video may contain sensitive content",
};
/** A made-up rate, so that longer videos cost more. */
const TOKENS_PER_SECOND = 21_780;

/** A task as the backend reports it. A failed one is still a success of HTTP. */
export function describeVideoTask(task: VideoTask, now: Date, timing: VideoTiming, publicUrl: string) {
  const status = videoTaskStatus(task, now, timing);
  const isThere = status === "succeeded" && !hasTrigger(task.prompt, "empty");
  const changedMs = Math.min(now.getTime(), task.createdAt.getTime() + timing.queuedMs + timing.runningMs);
  return {
    id: task.id,
    model: task.model,
    status,
    error: status === "failed" ? FAILURE : null,
    ...(status === "succeeded" && {
      content: isThere ? { video_url: `${publicUrl}/files/${task.fileName}` } : {},
      usage: { completion_tokens: Math.round(task.durationSeconds * TOKENS_PER_SECOND) },
    }),
    resolution: task.resolution,
    duration: task.durationSeconds,
    created_at: Math.floor(task.createdAt.getTime() / 1000),
    updated_at: Math.floor(changedMs / 1000),
  };
}
