import type { Db } from "@app/db/client";
import { gatherPerDatabase } from "../credits/per-database";
import { queueFinishVideosNoted } from "../jobs/queue-finish-video";

/** A video's task as the backend has taken it on. */
export interface NotedTask {
  generationId: string;
  taskId: string;
  now: Date;
}

const gathered = gatherPerDatabase(noteTasks);

/**
 * Stores a task, and with it queues the job that brings it to its end when nobody polls. Tasks that come at the same moment share a
 * statement.
 */
export function noteTask(db: Db, task: NotedTask): Promise<void> {
  return gathered(db, task);
}

async function noteTasks(db: Db, tasks: readonly NotedTask[]): Promise<undefined[]> {
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
