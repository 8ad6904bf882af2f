import { describe, expect, it, vi } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { lockWaits } from "../../test/database-state";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import { addToCollection, createCollection, listCollections } from "../collections/collections";
import { saveShareLink } from "../sharing/share-links";
import { deleteGenerations, setFavorite, setFavorites } from "./change-generations";
import { getGeneration, listGenerations } from "./generations";

const ctx = useTestContext();
const DONE = { status: "completed", resultUrl: "https://files.example/boat.png" } as const;
const rowOf = (id: string) => ctx.db.generationHistory.findUniqueOrThrow({ where: { id } });

/** Several works of one user. */
async function createWorks(count: number) {
  const userId = await createUser(ctx);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = await createGeneration(ctx, "image", { ...DONE, user: { connect: { id: userId } } });
    ids.push(id);
  }
  return { ids, user: await actAs(ctx, userId) };
}

describe("setFavorite", () => {
  it("marks and unmarks, repeatedly, and leaves the time of the work as it is", async () => {
    const { id, userId } = await createGeneration(ctx, "image", DONE);
    const user = await actAs(ctx, userId);
    const { updatedAt } = await rowOf(id);
    for (const isFavorite of [true, true, false, false, true])
      expect(await setFavorite(user, { id, isFavorite })).toEqual({ id, isFavorite });
    expect(await getGeneration(user, { id })).toMatchObject({ isFavorite: true, updatedAt });
  });

  it("filters the list", async () => {
    const { ids, user } = await createWorks(3);
    await setFavorite(user, { id: ids[1] ?? "", isFavorite: true });
    expect((await listGenerations(user, { favorites: true })).items.map(({ id }) => id)).toEqual([ids[1]]);
  });

  it("refuses works of other users and deleted ones, and changes nothing", async () => {
    const { id, userId } = await createGeneration(ctx, "image", DONE);
    const stranger = await actAs(ctx, await createUser(ctx));
    await expect(setFavorite(stranger, { id, isFavorite: true })).rejects.toMatchObject({ code: "not_found" });
    expect(await setFavorites(stranger, { ids: [id], isFavorite: true })).toEqual({ ids: [] });
    expect(await rowOf(id)).toMatchObject({ isFavorite: false });
    const user = await actAs(ctx, userId);
    await deleteGenerations(user, { ids: [id] });
    await expect(setFavorite(user, { id, isFavorite: true })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("deleteGenerations", () => {
  it("deletes several, and takes them out of collections and from the public", async () => {
    const { ids, user } = await createWorks(3);
    const { id: collectionId } = await createCollection(user, { name: "Boats" });
    await addToCollection(user, { collectionId, ids });
    for (const id of ids) await saveShareLink(user, { id, showPrompt: false });
    const deleted = await deleteGenerations(user, { ids: ids.slice(0, 2) });
    expect(deleted.deletedIds.sort()).toEqual(ids.slice(0, 2).sort());
    expect((await listGenerations(user, {})).items.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(await listCollections(user, {})).toMatchObject([{ works: 1 }]);
    expect(await ctx.db.shareLink.count({ where: { userId: user.actor.id } })).toBe(1);
  });

  it("ignores those of other users, running ones and unknown ids", async () => {
    const { ids, user } = await createWorks(1);
    const foreign = await createGeneration(ctx, "image", DONE);
    const running = await createGeneration(ctx, "video", { user: { connect: { id: user.actor.id } } });
    const asked = { ids: [...ids, foreign.id, running.id, "missing"] };
    expect(await deleteGenerations(user, asked)).toEqual({ deletedIds: ids });
    expect(await rowOf(foreign.id)).toMatchObject({ deletedAt: null });
    expect(await rowOf(running.id)).toMatchObject({ deletedAt: null });
  });

  it("deletes each once when requests overlap in another order", async () => {
    const { ids, user } = await createWorks(3);
    const results = await ctx.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM generation_history WHERE id = ${ids[0]} FOR UPDATE`;
      const deleting = [ids, [...ids].reverse()].map((order) => deleteGenerations(user, { ids: order }));
      await vi.waitFor(async () => expect(await countWaiting()).toBe(deleting.length), { timeout: 4_000 });
      return { deleting };
    });
    const deletedIds = (await Promise.all(results.deleting)).map((result) => result.deletedIds.length);
    expect(deletedIds.sort()).toEqual([0, ids.length]);
  });
});

/** Statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const rows = await ctx.db.$queryRaw<object[]>`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return rows.length;
}

const untilWaiting = (count: number) =>
  // Less than the time limit of the statements that wait.
  vi.waitFor(async () => expect(await lockWaits(ctx)).toBe(count), { timeout: 4_000 });

it("a work that is put into a collection while it is deleted does not stay there", async () => {
  const { user, ids } = await createWorks(1);
  const [id = ""] = ids;
  const { id: collectionId } = await createCollection(user, { name: "Boats" });
  const running = await ctx.db.$transaction(async (tx) => {
    // Holds up the addition between its lock on the work and the insert.
    await tx.$queryRaw`SELECT id FROM collection WHERE id = ${collectionId} FOR UPDATE`;
    const adding = addToCollection(user, { collectionId, ids: [id] });
    await untilWaiting(1);
    const deleting = deleteGenerations(user, { ids: [id] });
    await untilWaiting(2);
    return { adding, deleting };
  });
  expect(await running.adding).toEqual({ added: 1 });
  expect(await running.deleting).toEqual({ deletedIds: [id] });
  expect(await listCollections(user, {})).toMatchObject([{ name: "Boats", works: 0 }]);
});

it("a work that is shared while it is deleted keeps no link", async () => {
  const { user, ids } = await createWorks(1);
  const [id = ""] = ids;
  const deleting = await ctx.db.$transaction(async (tx) => {
    await saveShareLink({ ...user, db: tx as unknown as typeof user.db }, { id, showPrompt: false });
    const promise = deleteGenerations(user, { ids: [id] });
    await untilWaiting(1);
    return { promise };
  });
  expect(await deleting.promise).toEqual({ deletedIds: [id] });
  expect(await ctx.db.shareLink.count({ where: { generationId: id } })).toBe(0);
});
