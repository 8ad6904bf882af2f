import type { Db } from "@app/db/client";
import { createGatherer } from "../credits/gather";
import { perDatabase } from "../credits/per-database";
import { queueFinishVideosNoted } from "../jobs/queue-finish-video";

/** A video's task as the backend has taken it on. */
export interface NotedTask {
  generationId: string;
  taskId: string;
  now: Date;
}

const BOUNDS = { callsMax: 2, itemsPerCallMax: 64, waitingMax: 10_000 };

const gathering = perDatabase((db: Db) =>
  createGatherer(async (tasks: readonly NotedTask[]) => {
    await noteTasks(db, tasks);
    return tasks.map(() => undefined);
  }, BOUNDS),
);

/**
 * Stores a task, and with it queues the job that brings it to its end when nobody polls. Tasks that come at the same moment share a
 * statement.
 */
export function noteTask(db: Db, task: NotedTask): Promise<void> {
  return gathering(db)(task);
}

async function noteTasks(db: Db, tasks: readonly NotedTask[]): Promise<void> {
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
}
