import {
  COLLECTION_WORKS_MAX,
  COLLECTIONS_MAX,
  collectionNameKey,
  collectionRefusal,
} from "@app/core/collections/collection";
import type { CollectionWorks } from "@app/core/collections/collection-input";
import { AppError } from "@app/core/errors";
import type { Tx } from "@app/db/client/db";
import type { UserContext } from "../context";
import { createId } from "../platform/create-id";

export interface CollectionSummary {
  id: string;
  name: string;
  works: number;
  /** Whether it has the work that was asked about. */
  hasWork: boolean;
}

/** The user's collections by name. */
export async function listCollections(
  ctx: UserContext,
  { generationId }: { generationId?: string | undefined },
): Promise<CollectionSummary[]> {
  return ctx.db.$queryRaw<CollectionSummary[]>`
    SELECT collection.id, name,
      (SELECT count(*)::int FROM collection_item item WHERE item."collectionId" = collection.id) AS works,
      EXISTS (
        SELECT FROM collection_item item WHERE item."collectionId" = collection.id AND item."generationId" = ${generationId ?? ""}
      ) AS "hasWork"
    FROM collection WHERE "userId" = ${ctx.actor.id} ORDER BY "nameKey", id LIMIT ${COLLECTIONS_MAX}::int`;
}

/** Changes of one user's collections come one after the other, so that neither the bound nor a name can be passed by two at once. */
async function changeCollections<Result>(ctx: UserContext, change: (tx: Tx) => Promise<Result>): Promise<Result> {
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM "user" WHERE id = ${ctx.actor.id} FOR NO KEY UPDATE`;
    return change(tx);
  });
}

/** @throws AppError `conflict` when another collection of the user has the name */
async function requireFreeName(tx: Tx, userId: string, name: string, ownId?: string): Promise<void> {
  const other = await tx.collection.findUnique({
    where: { userId_nameKey: { userId, nameKey: collectionNameKey(name) } },
    select: { id: true },
  });
  if (other && other.id !== ownId) throw collectionRefusal("nameTaken");
}

/** @throws AppError `conflict` for a name that is taken, or too many collections */
export async function createCollection(
  ctx: UserContext,
  { name }: { name: string },
): Promise<{ id: string; name: string }> {
  const userId = ctx.actor.id;
  return changeCollections(ctx, async (tx) => {
    if ((await tx.collection.count({ where: { userId } })) >= COLLECTIONS_MAX)
      throw collectionRefusal("tooManyCollections");
    await requireFreeName(tx, userId, name);
    const data = { id: createId(), userId, name, nameKey: collectionNameKey(name), createdAt: ctx.now() };
    return tx.collection.create({ data, select: { id: true, name: true } });
  });
}

/** @throws AppError `not_found`, or `conflict` for a name that is taken */
export async function renameCollection(
  ctx: UserContext,
  { collectionId, name }: { collectionId: string; name: string },
): Promise<{ id: string; name: string }> {
  return changeCollections(ctx, async (tx) => {
    const where = { id: collectionId, userId: ctx.actor.id };
    if ((await tx.collection.count({ where })) === 0) throw collectionMissing();
    await requireFreeName(tx, ctx.actor.id, name, collectionId);
    await tx.collection.updateMany({ where, data: { name, nameKey: collectionNameKey(name) } });
    return { id: collectionId, name };
  });
}

/** Deletes a collection. Its works stay. @throws AppError `not_found` */
export async function deleteCollection(
  ctx: UserContext,
  { collectionId }: { collectionId: string },
): Promise<{ id: string }> {
  const { count } = await ctx.db.collection.deleteMany({ where: { id: collectionId, userId: ctx.actor.id } });
  if (count === 0) throw collectionMissing();
  return { id: collectionId };
}

const collectionMissing = () => new AppError("not_found", "Collection not found");

/**
 * Puts the user's works among these into a collection. Others are ignored, and those that are in it already.
 * @returns how many are new in it
 * @throws AppError `not_found` for the collection, or when none of the works is the user's; `conflict` when it would have too many
 */
export async function addToCollection(
  ctx: UserContext,
  { collectionId, ids }: CollectionWorks,
): Promise<{ added: number }> {
  const now = ctx.now();
  return ctx.db.$transaction(async (tx) => {
    // A work that is deleted at the same time is deleted before this or after it, and never stays in the collection.
    const works = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM generation_history
      WHERE id = ANY(${ids}::text[]) AND "userId" = ${ctx.actor.id} AND "deletedAt" IS NULL ORDER BY id FOR KEY SHARE`;
    // Counts and adds one request after the other.
    const collections = await tx.$queryRaw<object[]>`
      SELECT id FROM collection WHERE id = ${collectionId} AND "userId" = ${ctx.actor.id} FOR NO KEY UPDATE`;
    if (collections.length === 0) throw collectionMissing();
    if (works.length === 0) throw new AppError("not_found", "Generation not found");
    const { count: added } = await tx.collectionItem.createMany({
      data: works.map(({ id }) => ({ collectionId, generationId: id, addedAt: now })),
      skipDuplicates: true,
    });
    if ((await tx.collectionItem.count({ where: { collectionId } })) > COLLECTION_WORKS_MAX)
      throw collectionRefusal("collectionFull");
    return { added };
  });
}

/** Takes works out of a collection. They stay in the library. @throws AppError `not_found` for the collection */
export async function removeFromCollection(
  ctx: UserContext,
  { collectionId, ids }: CollectionWorks,
): Promise<{ removed: number }> {
  const collection = { id: collectionId, userId: ctx.actor.id };
  const { count } = await ctx.db.collectionItem.deleteMany({
    where: { collection, generationId: { in: [...ids] } },
  });
  if (count === 0 && (await ctx.db.collection.count({ where: collection })) === 0) throw collectionMissing();
  return { removed: count };
}
