import { type DbOrTx, Prisma } from "@app/db/client";
import { queueJob, queueJobsOf } from "./queue-job";

/** How often an open video is looked after while nobody polls. */
const FINISH_VIDEO_INTERVAL_MS = 30_000;

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
      at + ${FINISH_VIDEO_INTERVAL_MS}::int * interval '1 millisecond' AS "runAt"
    FROM noted`,
)} AS queued`;

/** Queues the next look at an open video; one look at most is waiting for each. */
export async function queueFinishVideo(tx: DbOrTx, generationId: string, now: Date): Promise<void> {
  const runAt = new Date(now.getTime() + FINISH_VIDEO_INTERVAL_MS);
  await queueJob(tx, "finish-video", { generationId }, { key: finishVideoKey(generationId), runAt });
}
