import { VIDEO_JOB_PAUSE_MIN_MS } from "@app/core/video/decide-video-status";
import { type DbOrTx, Prisma } from "@app/db/client";
import { queueJob, queueJobsOf } from "./queue-job";

const KEY_PREFIX = "finish-video:";

/** The key under which the job of a video waits. */
export function finishVideoKey(generationId: string): string {
  return `${KEY_PREFIX}${generationId}`;
}

/** Queues the first look at each row (id, at) of `noted`, as part of its statement. */
export const queueFinishVideosNoted = Prisma.sql`SELECT ${queueJobsOf(
  "finish-video",
  Prisma.sql`
    SELECT json_build_object('generationId', id) AS payload, ${KEY_PREFIX} || id AS key,
      at + ${VIDEO_JOB_PAUSE_MIN_MS}::int * interval '1 millisecond' AS "runAt"
    FROM noted`,
)} AS queued`;

/** Queues the next look at an open video; one look at most is waiting for each. */
export async function queueFinishVideo(
  tx: DbOrTx,
  generationId: string,
  now: Date,
  pauseMs = VIDEO_JOB_PAUSE_MIN_MS,
): Promise<void> {
  const runAt = new Date(now.getTime() + pauseMs);
  await queueJob(tx, "finish-video", { generationId }, { key: finishVideoKey(generationId), runAt });
}
