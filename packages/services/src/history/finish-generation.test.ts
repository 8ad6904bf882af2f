import type { Db } from "@app/db/client/db";
import { expect, it } from "vitest";
import { createGeneration } from "../../test/create-generation";
import { useTestContext } from "../../test/test-context";
import { finishGeneration } from "./finish-generation";

const ctx = useTestContext();
const END = { status: "completed", resultUrl: "https://storage.example/images/boat.png" } as const;

/** A database that cannot be reached for a number of transactions. */
function awayFor(transactions: number): Db {
  let left = transactions;
  return new Proxy(ctx.db, {
    get(target, name, receiver) {
      if (name !== "$transaction" || left === 0) return Reflect.get(target, name, receiver);
      left -= 1;
      return () => Promise.reject(new Error("Connection terminated"));
    },
  });
}

const statusOf = async (id: string) =>
  (await ctx.db.generationHistory.findUniqueOrThrow({ where: { id }, select: { status: true } })).status;

it("writes the result once the database is reachable again", async () => {
  const { id } = await createGeneration(ctx, "image", { status: "processing" });
  expect(await finishGeneration({ ...ctx, db: awayFor(2) }, id, END)).toBe(true);
  expect(await statusOf(id)).toBe("completed");
});

it("gives up after the last attempt, and leaves the row to maintenance", async () => {
  const { id } = await createGeneration(ctx, "image", { status: "processing" });
  await expect(finishGeneration({ ...ctx, db: awayFor(3) }, id, END)).rejects.toThrow("Connection terminated");
  expect(await statusOf(id)).toBe("processing");
});

it("does not change a generation that has ended", async () => {
  const { id } = await createGeneration(ctx, "image", { status: "processing" });
  await finishGeneration(ctx, id, END);
  expect(await finishGeneration(ctx, id, { status: "failed", error: "late" })).toBe(false);
  expect(await statusOf(id)).toBe("completed");
});

it("stores the size of a picture, where it is known", async () => {
  const { id } = await createGeneration(ctx, "image", { status: "processing" });
  await finishGeneration(ctx, id, { ...END, pixels: { width: 300, height: 200 } });
  expect(await ctx.db.generationHistory.findUnique({ where: { id } })).toMatchObject({ width: 300, height: 200 });
});
