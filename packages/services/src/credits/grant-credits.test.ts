import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createUser, useTestContext } from "../../test/test-context";
import { verifyLedger } from "../ledger/verify-ledger";
import { type Grant, grantCredits } from "./grant-credits";

const ctx = useTestContext();
const grant = (userId: string, delta: number): Grant => ({
  entryId: randomUUID(),
  userId,
  delta,
  reason: "bonus",
  reference: null,
});
const write = (grants: Grant[]) => ctx.db.$transaction((tx) => grantCredits(tx, grants, ctx.now()));

describe("grantCredits", () => {
  it("writes many grants of several users in the order given, each with its running balance", async () => {
    const [first, second] = [await createUser(ctx, 5), await createUser(ctx)];
    const balances = await write([grant(first, 10), grant(second, 7), grant(first, -3)]);
    expect(balances).toEqual(
      new Map([
        [first, 12],
        [second, 7],
      ]),
    );
    const entries = await ctx.db.creditLedger.findMany({ where: { reason: "bonus" }, orderBy: { seq: "asc" } });
    expect(entries.map(({ userId, delta, balanceAfter }) => [userId, delta, balanceAfter])).toEqual([
      [first, 10, 15],
      [second, 7, 7],
      [first, -3, 12],
    ]);
  });

  it("writes the same entry once: the second attempt changes nothing", async () => {
    const userId = await createUser(ctx);
    const once = grant(userId, 10);
    await write([once]);
    await expect(write([once])).rejects.toThrow();
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: 10 });
  });

  it("grants nothing when one of the users does not exist", async () => {
    const userId = await createUser(ctx);
    await expect(write([grant(userId, 10), grant("nobody", 10)])).rejects.toThrow("exists");
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ credits: 0 });
  });

  it("never deadlocks with itself, whatever order the users come in", async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => createUser(ctx)));
    const rounds = Array.from({ length: 24 }, (_, round) => {
      const turned = [...users.slice(round % 8), ...users.slice(0, round % 8)];
      return write((round % 2 === 0 ? turned : turned.reverse()).map((userId) => grant(userId, 1)));
    });
    await Promise.all(rounds);
    const balances = await ctx.db.user.findMany({ where: { id: { in: users } }, select: { credits: true } });
    expect(balances.map((user) => user.credits)).toEqual(Array(8).fill(24));
    expect((await verifyLedger(ctx.db)).differences).toEqual([]);
  });

  it("writes nothing for no grants", async () => {
    expect(await write([])).toEqual(new Map());
  });
});
