import type { DbOrTx } from "@app/db/client";
import { queueJob } from "./queue-job";

/** How often an open video is looked after while nobody polls. */
const FINISH_VIDEO_INTERVAL_MS = 30_000;

/** The key under which the job of a video waits. */
export function finishVideoKey(generationId: string): string {
  return `finish-video:${generationId}`;
}

/** Queues the next look at an open video; one look at most is waiting for each. */
export async function queueFinishVideo(tx: DbOrTx, generationId: string, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + FINISH_VIDEO_INTERVAL_MS);
  await queueJob(tx, "finish-video", { generationId }, { key: finishVideoKey(generationId), runAt });
}
