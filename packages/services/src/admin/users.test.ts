import { SORT_DIRECTIONS, type SortDirection, USER_SORTS, type UserSort } from "@app/core/admin/admin-options";
import { beforeAll, describe, expect, it } from "vitest";
import { createUser, useTestContext } from "../../test/test-context";
import { getUser, listUsers } from "./users";

const ctx = useTestContext();
const USERS = 120;
const DAY_MS = 86_400_000;

beforeAll(async () => {
  await ctx.db.user.createMany({
    data: Array.from({ length: USERS }, (_, index) => ({
      id: `user ${String((index * 7) % USERS).padStart(3, "0")}`,
      email: `person-${String((index * 11) % USERS).padStart(3, "0")}@example.com`,
      name: index % 2 === 0 ? `Ann ${index}` : index === 1 ? "Bob @ Home" : null,
      // Every value occurs three times, so that equal values span pages, and several values share a step.
      credits: (Math.floor(index / 3) - 10) * 80,
      createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * DAY_MS),
      updatedAt: new Date(Date.UTC(2026, 0, 1) - (Math.floor(index / 3) * DAY_MS) / 4),
    })),
  });
});

async function allPages(sort: UserSort, direction: SortDirection) {
  const pages = [await listUsers(ctx, { sort, direction })];
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor)
    pages.push(await listUsers(ctx, { sort, direction, cursor }));
  return pages;
}

const orders = USER_SORTS.flatMap((sort) => SORT_DIRECTIONS.map((direction) => [sort, direction] as const));

describe("listUsers", () => {
  it.each(orders)("lists every user once, page by page, by %s %s", async (sort, direction) => {
    const pages = await allPages(sort, direction);
    const users = pages.flatMap(({ items }) => items);
    const expected = await ctx.db.user.findMany({
      select: { id: true },
      orderBy: [{ [sort]: direction }, { id: direction }],
    });
    expect(pages.map(({ items }) => items.length)).toEqual([50, 50, 20]);
    expect(users.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  });

  it("continues after the cursor when a row has moved in the meantime", async () => {
    const first = await listUsers(ctx, { sort: "credits" });
    const last = first.items.at(-1)?.id ?? "";
    const { credits } = await ctx.db.user.update({ where: { id: last }, data: { credits: { increment: 1_000 } } });
    const second = await listUsers(ctx, { sort: "credits", cursor: first.nextCursor ?? "" });
    expect(second.items).toHaveLength(50);
    await ctx.db.user.update({ where: { id: last }, data: { credits: credits - 1_000 } });
  });

  it.each([
    ["part of an address, whatever its case", "ERSON-007@EX"],
    ["a whole address", " Person-007@Example.com "],
    ["a name with an @", "bob @ h"],
    ["an id", "user 077"],
  ])("finds a user by %s", async (_what, search) => {
    expect((await listUsers(ctx, { search })).items).toHaveLength(1);
  });

  it("does not match an address that is equal only up to the @", async () => {
    expect((await listUsers(ctx, { search: "person-007@example.org" })).items).toEqual([]);
  });

  it("matches the part after the @", async () => {
    expect((await listUsers(ctx, { search: "@example.com" })).items).toHaveLength(50);
  });

  it("matches part of a name, in the requested order", async () => {
    const { items } = await listUsers(ctx, { search: "ann 1", sort: "credits", direction: "asc" });
    expect(items.map(({ name }) => name)).toEqual([...items].sort((a, b) => a.credits - b.credits).map((u) => u.name));
    expect(items.length).toBeGreaterThan(5);
  });

  it("escapes % and _", async () => {
    expect((await listUsers(ctx, { search: "%" })).items).toEqual([]);
    expect((await listUsers(ctx, { search: "person_007" })).items).toEqual([]);
  });

  it.each<[UserSort, string]>([
    ["createdAt", "yesterday user 001"],
    ["credits", "many user 001"],
    ["credits", "5"],
    ["credits", "9999999999 user 001"],
    ["createdAt", "0000-01-01T00:00:00.000Z user 001"],
    ["updatedAt", "-005000-01-01T00:00:00.000Z user 001"],
  ])("refuses, by %s, the cursor %j", async (sort, cursor) => {
    await expect(listUsers(ctx, { sort, cursor })).rejects.toMatchObject({ code: "bad_request" });
  });
});

describe("a ban with an end", () => {
  it.each([
    { what: "shows while it lasts", leftMs: 1, shown: { banned: true, banReason: "Spam" } },
    { what: "is none once it is over", leftMs: 0, shown: { banned: false, banReason: null, banExpires: null } },
  ])("$what", async ({ leftMs, shown }) => {
    const userId = await createUser(ctx);
    const banExpires = new Date(ctx.now().getTime() + leftMs);
    await ctx.db.user.update({ where: { id: userId }, data: { banned: true, banReason: "Spam", banExpires } });
    expect((await getUser(ctx, { userId })).user).toMatchObject(shown);
    expect((await listUsers(ctx, { search: userId })).items).toMatchObject([shown]);
  });
});
