import type { Db } from "@app/db/client";
import { batchPerDatabase } from "../credits/per-database";
import { queueFinishVideosNoted } from "../jobs/queue-finish-video";

/** A video's task as the backend has taken it on. */
export interface VideoTask {
  generationId: string;
  taskId: string;
  now: Date;
}

const batchedStore = batchPerDatabase(storeVideoTasks);

/**
 * Stores a task, and with it queues the job that brings it to its end when nobody polls. Tasks that come at the same moment share a
 * statement.
 */
export function storeVideoTask(db: Db, task: VideoTask): Promise<void> {
  return batchedStore(db, task);
}

async function storeVideoTasks(db: Db, tasks: readonly VideoTask[]): Promise<undefined[]> {
  await db.$queryRaw`
    WITH noted AS (
      UPDATE generation_history SET status = 'processing', "taskId" = task.id, "updatedAt" = task.at
      FROM unnest(
        ${tasks.map(({ generationId }) => generationId)}::text[], ${tasks.map(({ taskId }) => taskId)}::text[],
        ${tasks.map(({ now }) => now)}::timestamptz[]
      ) AS task(generation, id, at)
      WHERE generation_history.id = task.generation
      RETURNING generation_history.id, task.at
    )
    ${queueFinishVideosNoted}`;
  return tasks.map(() => undefined);
}
