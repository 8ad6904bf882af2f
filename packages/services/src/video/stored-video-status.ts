import type { Prisma } from "@app/db/client";

/** The answer for a video that has ended, from what is stored. */
export interface StoredVideoStatus {
  id: string;
  taskId: string | null;
  status: string;
  videoUrl: string | null;
  error: string | null;
}

export function storedVideoStatus(video: Prisma.GenerationHistoryModel): StoredVideoStatus {
  return { id: video.id, taskId: video.taskId, status: video.status, videoUrl: video.resultUrl, error: video.error };
}
