import { COLLECTION_WORKS_MAX, COLLECTIONS_MAX } from "@app/core/collections/collection";
import { beforeEach, describe, expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { actAs, createUser, useTestContext } from "../../test/test-context";
import type { UserContext } from "../context";
import { listGenerations } from "../history/generations";
import {
  addToCollection,
  createCollection,
  deleteCollection,
  listCollections,
  removeFromCollection,
  renameCollection,
} from "./collections";

const ctx = useTestContext();
let user: UserContext;
let stranger: UserContext;

beforeEach(async () => {
  user = await actAs(ctx, await createUser(ctx));
  stranger = await actAs(ctx, await createUser(ctx));
});

async function createWork(): Promise<string> {
  const done = { status: "completed", resultUrl: "https://files.example/boat.png" };
  return (await createGeneration(ctx, "image", { ...done, user: { connect: { id: user.actor.id } } })).id;
}

/** Rows without a ledger entry: nothing about credits is tested here. */
async function createManyWorks(count: number): Promise<string[]> {
  const columns = { userId: user.actor.id, type: "image", prompt: "a boat", status: "completed", creditsUsed: 0 };
  const rows = await ctx.db.generationHistory.createManyAndReturn({
    data: Array.from({ length: count }, () => ({ ...columns, metadata: "{}" })),
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

const names = async () => (await listCollections(user, {})).map(({ name }) => name);
const CONFLICT = { code: "conflict" };
const NOT_FOUND = { code: "not_found" };

describe("collections", () => {
  it("are listed by name, with the number of their works", async () => {
    const { id: collectionId } = await createCollection(user, { name: "trips" });
    await createCollection(user, { name: "Boats" });
    const work = await createWork();
    expect(await addToCollection(user, { collectionId, ids: [work] })).toEqual({ added: 1 });
    expect(await addToCollection(user, { collectionId, ids: [work] })).toEqual({ added: 0 });
    expect(await listCollections(user, { generationId: work })).toMatchObject([
      { name: "Boats", works: 0, hasWork: false },
      { name: "trips", works: 1, hasWork: true },
    ]);
  });

  it("have a name of their own, whatever its case", async () => {
    const { id } = await createCollection(user, { name: "Trips" });
    const other = await createCollection(user, { name: "Boats" });
    const refusal = { ...CONFLICT, fields: { refusal: "nameTaken" } };
    await expect(createCollection(user, { name: "TRIPS" })).rejects.toMatchObject(refusal);
    await expect(renameCollection(user, { collectionId: other.id, name: "trips" })).rejects.toMatchObject(refusal);
    expect(await renameCollection(user, { collectionId: id, name: "trips" })).toEqual({ id, name: "trips" });
    await createCollection(stranger, { name: "Trips" });
    expect(await names()).toEqual(["Boats", "trips"]);
  });

  it("keep the name and the bound when requests overlap", async () => {
    const same = await Promise.allSettled(["a", "A", "a"].map((name) => createCollection(user, { name })));
    expect(same.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const filling = Array.from({ length: COLLECTIONS_MAX - 2 }, (_, index) => ({
      userId: user.actor.id,
      name: String(index),
      nameKey: String(index),
    }));
    await ctx.db.collection.createMany({ data: filling });
    const last = await Promise.allSettled(["b", "c", "d", "e"].map((name) => createCollection(user, { name })));
    expect(last.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(createCollection(user, { name: "f" })).rejects.toMatchObject({
      ...CONFLICT,
      fields: { refusal: "tooManyCollections" },
    });
    expect(await names()).toHaveLength(COLLECTIONS_MAX);
  });

  it("never have more works than the bound, also when requests overlap", async () => {
    const { id: collectionId } = await createCollection(user, { name: "Full" });
    const ids = await createManyWorks(COLLECTION_WORKS_MAX + 3);
    const inside = ids.slice(0, COLLECTION_WORKS_MAX - 1);
    await ctx.db.collectionItem.createMany({
      data: inside.map((generationId) => ({ collectionId, generationId })),
    });
    const adding = ids.slice(COLLECTION_WORKS_MAX - 1).map((id) => addToCollection(user, { collectionId, ids: [id] }));
    const results = await Promise.allSettled(adding);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { ...CONFLICT, fields: { refusal: "collectionFull" } },
    });
    expect(await listCollections(user, {})).toMatchObject([{ works: COLLECTION_WORKS_MAX }]);
  });

  it("may share a work, filter the list, and leave it when they are deleted", async () => {
    const [one, other] = [
      await createCollection(user, { name: "One" }),
      await createCollection(user, { name: "Other" }),
    ];
    const [work, loose] = [await createWork(), await createWork()];
    for (const { id } of [one, other]) await addToCollection(user, { collectionId: id, ids: [work] });
    const filtered = async (collectionId: string) =>
      (await listGenerations(user, { collectionId })).items.map(({ id }) => id);
    expect(await filtered(one.id)).toEqual([work]);
    expect(await removeFromCollection(user, { collectionId: one.id, ids: [work] })).toEqual({ removed: 1 });
    expect(await filtered(one.id)).toEqual([]);
    await deleteCollection(user, { collectionId: other.id });
    expect((await listGenerations(user, {})).items.map(({ id }) => id)).toEqual([loose, work]);
  });
});

it("refuses collections of other users, and changes nothing", async () => {
  const { id: collectionId } = await createCollection(user, { name: "Mine" });
  const work = await createWork();
  await addToCollection(user, { collectionId, ids: [work] });
  const ids = [work];
  await expect(renameCollection(stranger, { collectionId, name: "Theirs" })).rejects.toMatchObject(NOT_FOUND);
  await expect(deleteCollection(stranger, { collectionId })).rejects.toMatchObject(NOT_FOUND);
  await expect(addToCollection(stranger, { collectionId, ids })).rejects.toMatchObject(NOT_FOUND);
  await expect(removeFromCollection(stranger, { collectionId, ids })).rejects.toMatchObject(NOT_FOUND);
  const { id: theirs } = await createCollection(stranger, { name: "Theirs" });
  await expect(addToCollection(stranger, { collectionId: theirs, ids })).rejects.toMatchObject(NOT_FOUND);
  expect((await listGenerations(stranger, { collectionId })).items).toEqual([]);
  expect(await listCollections(user, {})).toMatchObject([{ name: "Mine", works: 1 }]);
  expect(await listCollections(stranger, { generationId: work })).toMatchObject([{ works: 0, hasWork: false }]);
});
