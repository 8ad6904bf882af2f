import { describe, expect, it } from "vitest";
import { createUser, useTestContext } from "../../test/test-context";
import { listLedgerEntries } from "./list-ledger-entries";

const ctx = useTestContext();

describe("listLedgerEntries", () => {
  it("lists everybody's entries, the newest first, each with whose it is", async () => {
    const first = await createUser(ctx, 10);
    const second = await createUser(ctx, 20);
    const { items } = await listLedgerEntries(ctx, {});
    expect(items.slice(0, 2)).toMatchObject([
      { userId: second, userEmail: `${second}@example.com`, delta: 20 },
      { userId: first, userEmail: `${first}@example.com`, delta: 10 },
    ]);
  });

  it("finds one user's entries by id and by e-mail address, whatever its case", async () => {
    const id = await createUser(ctx, 30);
    for (const user of [id, `${id.toUpperCase()}@Example.com`]) {
      const { items } = await listLedgerEntries(ctx, { user });
      expect(items).toMatchObject([{ userId: id, delta: 30 }]);
    }
  });

  it("has nothing of a user who does not exist", async () => {
    await createUser(ctx, 40);
    expect(await listLedgerEntries(ctx, { user: "nobody@example.com" })).toEqual({ items: [], nextCursor: null });
  });

  it("filters by reason beside the user", async () => {
    const id = await createUser(ctx, 50);
    expect((await listLedgerEntries(ctx, { user: id, reason: "bonus" })).items).toEqual([]);
    expect((await listLedgerEntries(ctx, { user: id, reason: "test" })).items).toHaveLength(1);
  });
});
