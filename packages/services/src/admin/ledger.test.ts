import { beforeAll, describe, expect, it } from "vitest";
import { createUser, useTestContext } from "../../test/test-context";
import { type AdminLedgerFilter, listLedgerEntries } from "./ledger";

const ctx = useTestContext();

/** All matching entries, read in pages of seven. */
async function allOf(filter: AdminLedgerFilter) {
  const entries = [];
  let cursor: string | null | undefined;
  do {
    const page = await listLedgerEntries(ctx, { ...filter, cursor: cursor ?? undefined }, 7);
    entries.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return entries;
}

describe("listLedgerEntries", () => {
  it("lists the entries of all users, newest first, each with its user", async () => {
    const first = await createUser(ctx, 10);
    const second = await createUser(ctx, 20);
    const { items } = await listLedgerEntries(ctx, {});
    expect(items.slice(0, 2)).toMatchObject([
      { userId: second, userEmail: `${second}@example.com`, delta: 20 },
      { userId: first, userEmail: `${first}@example.com`, delta: 10 },
    ]);
  });

  it("filters by user id and by case-insensitive e-mail address", async () => {
    const id = await createUser(ctx, 30);
    for (const user of [id, `${id.toUpperCase()}@Example.com`]) {
      const { items } = await listLedgerEntries(ctx, { user });
      expect(items).toMatchObject([{ userId: id, delta: 30 }]);
    }
  });

  it("is empty for an unknown user", async () => {
    await createUser(ctx, 40);
    expect(await listLedgerEntries(ctx, { user: "nobody@example.com" })).toEqual({ items: [], nextCursor: null });
  });

  it("filters by user and reason", async () => {
    const id = await createUser(ctx, 50);
    expect((await listLedgerEntries(ctx, { user: id, reason: "bonus" })).items).toEqual([]);
    expect((await listLedgerEntries(ctx, { user: id, reason: "test" })).items).toHaveLength(1);
  });
});

describe("listLedgerEntries in pages", () => {
  const ENTRIES = 40;
  const HOUR_MS = 3_600_000;
  const start = Date.UTC(2020, 0, 1);
  let userId: string;

  // Groups of four have the same time, as the entries of one run do. Half of them have another reason.
  beforeAll(async () => {
    userId = await createUser(ctx);
    await ctx.db.creditLedger.createMany({
      data: Array.from({ length: ENTRIES }, (_, index) => ({
        id: `paged-${index}`,
        userId,
        delta: 1,
        reason: index % 2 === 0 ? "paged" : "other",
        balanceAfter: index + 1,
        createdAt: new Date(start + Math.floor(index / 4) * HOUR_MS),
      })),
    });
  });

  const range = { from: new Date(start), until: new Date(start + 24 * HOUR_MS) };
  const newestFirst = Array.from({ length: ENTRIES }, (_, index) => `paged-${ENTRIES - 1 - index}`);

  it.each<[string, () => AdminLedgerFilter]>([
    ["a range of time", () => range],
    ["one user", () => ({ user: userId })],
    ["one user within a range", () => ({ ...range, user: userId })],
  ])("%s returns each entry once, newest first", async (_what, filter) => {
    expect((await allOf(filter())).map(({ id }) => id)).toEqual(newestFirst);
  });

  it("a reason returns each entry once", async () => {
    expect((await allOf({ reason: "paged" })).map(({ id }) => id)).toEqual(
      newestFirst.filter((_, index) => index % 2 === 1),
    );
  });

  it("includes the start of a range and excludes its end", async () => {
    const until = new Date(start + 2 * HOUR_MS);
    expect(await allOf({ from: new Date(start + HOUR_MS), until })).toHaveLength(4);
  });

  it.each(["5", "x y", "2026-01-01T00:00:00.000Z x", "2026-01-01T00:00:00.000Z 1234567890123456789"])(
    "refuses the cursor %j",
    async (cursor) => {
      await expect(listLedgerEntries(ctx, { cursor })).rejects.toMatchObject({ code: "bad_request" });
    },
  );
});
