import { AppError } from "@app/core/errors";
import { Prisma } from "@app/db/client/db";
import type { UserContext } from "../context";

/** The user's works among these. Locked in the order of their ids, so that two changes cannot wait for each other. */
const lockedWorks = (ctx: UserContext, ids: readonly string[], condition = Prisma.empty) => Prisma.sql`
  SELECT id FROM generation_history
  WHERE id = ANY(${ids}::text[]) AND "userId" = ${ctx.actor.id} AND "deletedAt" IS NULL ${condition}
  ORDER BY id FOR UPDATE`;

const ENDED = Prisma.sql`AND status IN ('completed', 'failed')`;

/**
 * Deletes the user's images and videos among these, and takes them out of collections and from the public. Others, and those that are
 * running, are ignored. The rows stay hidden, because the ledger refers to them.
 * @returns the ids of those that were deleted
 */
export async function deleteGenerations(
  ctx: UserContext,
  { ids }: { ids: readonly string[] },
): Promise<{ deletedIds: string[] }> {
  return ctx.db.$transaction(async (tx) => {
    const works = await tx.$queryRaw<{ id: string }[]>(lockedWorks(ctx, ids, ENDED));
    const deletedIds = works.map(({ id }) => id);
    // A second statement: the one that has waited for a lock does not see the items and links that were written meanwhile.
    await tx.$queryRaw`
      WITH items AS (DELETE FROM collection_item WHERE "generationId" = ANY(${deletedIds}::text[])),
        links AS (DELETE FROM share_link WHERE "generationId" = ANY(${deletedIds}::text[]))
      UPDATE generation_history SET "deletedAt" = ${ctx.now()}::timestamptz WHERE id = ANY(${deletedIds}::text[])`;
    return { deletedIds };
  });
}

/**
 * Deletes one of the user's images or videos.
 * @throws AppError `not_found`, or `conflict` while it is running
 */
export async function deleteGeneration(ctx: UserContext, { id }: { id: string }): Promise<{ id: string }> {
  const { deletedIds } = await deleteGenerations(ctx, { ids: [id] });
  if (deletedIds.length > 0) return { id };
  const own = { id, userId: ctx.actor.id, deletedAt: null };
  if ((await ctx.db.generationHistory.count({ where: own })) === 0)
    throw new AppError("not_found", "Generation not found");
  throw new AppError("conflict", "What is still being made cannot be deleted");
}

/**
 * Marks or unmarks the user's images and videos among these as favorites. Others are ignored.
 * @returns the ids of the user's own
 */
export async function setFavorites(
  ctx: UserContext,
  { ids, isFavorite }: { ids: readonly string[]; isFavorite: boolean },
): Promise<{ ids: string[] }> {
  // updatedAt stays: it is when the work was finished.
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    WITH locked AS (${lockedWorks(ctx, ids)})
    UPDATE generation_history SET "isFavorite" = ${isFavorite} WHERE id IN (SELECT id FROM locked) RETURNING id`;
  return { ids: rows.map(({ id }) => id) };
}

/** Marks or unmarks one. Repeating it changes nothing. @throws AppError `not_found` */
export async function setFavorite(
  ctx: UserContext,
  { id, isFavorite }: { id: string; isFavorite: boolean },
): Promise<{ id: string; isFavorite: boolean }> {
  const { ids } = await setFavorites(ctx, { ids: [id], isFavorite });
  if (ids.length === 0) throw new AppError("not_found", "Generation not found");
  return { id, isFavorite };
}
