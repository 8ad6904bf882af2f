import type { Prisma } from "@app/db/client";

/** A video whose task the backend has taken on. */
export type OpenVideo = Prisma.GenerationHistoryModel & { taskId: string };

/** The answer for a video that has ended, from what is stored. */
export interface StoredVideoStatus {
  id: string;
  taskId: string | null;
  status: string;
  videoUrl: string | null;
  error: string | null;
}

export type VideoStatus =
  | StoredVideoStatus
  | { id: string; taskId: string; status: "completed"; videoUrl: string }
  | { id: string; taskId: string; status: "failed"; error: string }
  | {
      id: string;
      taskId: string;
      status: "processing";
      taskStatus: string;
      statusText: string;
      elapsedSeconds: number;
    }
  | { id: string; taskId: string; status: "processing"; error: string };

export function storedVideoStatus(video: Prisma.GenerationHistoryModel): StoredVideoStatus {
  return { id: video.id, taskId: video.taskId, status: video.status, videoUrl: video.resultUrl, error: video.error };
}
