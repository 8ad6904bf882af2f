import type { ServiceContext } from "../context";
import { copyResult } from "../history/copy-result";
import type { JobPayloads } from "./job-payloads";

/** Past this the backend has deleted the original. */
const ORIGINAL_MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Copies a result that is still at the backend's address. A failure is the queue's to retry, while the original lives. */
export async function copyResultAgain(
  ctx: ServiceContext,
  { generationId, originalUrl }: JobPayloads["copy-result-again"],
): Promise<void> {
  const row = await ctx.db.generationHistory.findUnique({ where: { id: generationId } });
  // A job may run again after the crash of a worker: what was copied then is not copied from the storage to the storage.
  if (row?.resultUrl !== originalUrl || ctx.now().getTime() - row.updatedAt.getTime() > ORIGINAL_MAX_AGE_MS) return;
  const kind = row.type === "image" ? "image" : "video";
  const resultUrl = await copyResult(ctx, kind, { userId: row.userId, originalUrl });
  // Without touching updatedAt: the result has not changed, only where it is kept.
  await ctx.db.$executeRaw`
    UPDATE generation_history SET "resultUrl" = ${resultUrl} WHERE id = ${row.id} AND "resultUrl" = ${originalUrl}`;
}
