import { type GenerationSettings, parseGenerationSettings } from "@app/core/generation/generation-settings";
import type { UserContext } from "../context";

/** More than a page shows. The worker finishes all of them in any case. */
const OPEN_VIDEOS_MAX = 24;

/** A running video with its settings. */
export interface OpenVideoTask extends GenerationSettings {
  historyId: string;
  taskId: string;
  prompt: string;
  imageUrl: string | null;
  elapsedSeconds: number;
}

/** The user's videos that the backend is working on, newest first. */
export async function listOpenVideos(ctx: UserContext): Promise<OpenVideoTask[]> {
  const rows = await ctx.db.generationHistory.findMany({
    where: { userId: ctx.actor.id, type: "video", status: "processing" },
    select: { id: true, taskId: true, prompt: true, imageUrl: true, metadata: true, createdAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: OPEN_VIDEOS_MAX,
  });
  const nowMs = ctx.now().getTime();
  return rows.flatMap(({ id, taskId, prompt, imageUrl, metadata, createdAt }) => {
    if (taskId === null) return [];
    const elapsedSeconds = Math.max(0, Math.floor((nowMs - createdAt.getTime()) / 1000));
    return [{ historyId: id, taskId, prompt, imageUrl, elapsedSeconds, ...parseGenerationSettings(metadata) }];
  });
}
