import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDb, type Db } from "./client";
import { withConnection } from "./databases";
import { queryDirectly } from "./query-directly";
import { createTestDatabase, type TestDatabase } from "./test-database";
import { preparedStatements, withSingleConnection } from "./test-single-connection";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("a statement past Prisma's engine", () => {
  const SOME = { at: new Date("2026-01-31T23:30:00.123Z"), texts: ["a", "{", null], many: 9_007_199_254_740_993n };
  const select = (db: Pick<Db, "$queryRaw">, { at, texts, many }: typeof SOME) => db.$queryRaw`
    SELECT ${at}::timestamptz AS at, ${texts}::text[] AS texts, ${[at]}::timestamptz[] AS dates, ${many}::int8 AS many,
      '{"a": [1]}'::json AS json, NULL::int AS nothing, ${true}::bool AS yes`;

  test("has the rows that $queryRaw has", async () => {
    await withSingleConnection(database.url, async (db) => {
      const viaEngine = await select(db, SOME);
      const directly = () => select({ $queryRaw: queryDirectly(db) as Db["$queryRaw"] }, SOME);
      expect(await directly()).toEqual(viaEngine);
      // Now that the connection knows its columns.
      expect(await directly()).toEqual(viaEngine);
    });
  });

  test("has rows that come in many pieces", async () => {
    await withSingleConnection(database.url, async (db) => {
      const letters = () =>
        queryDirectly<{ text: string }>(db)`SELECT repeat(chr(96 + i), 30000) AS text FROM generate_series(1, 20) i`;
      const expected = Array.from({ length: 20 }, (_, i) => ({ text: String.fromCharCode(97 + i).repeat(30_000) }));
      for (const rows of await Promise.all([letters(), letters(), letters()])) expect(rows).toEqual(expected);
    });
  });

  test("has no rows where the statement has none", async () => {
    await withSingleConnection(database.url, async (db) => {
      const touch = () => queryDirectly(db)`UPDATE "user" SET name = name WHERE id = ${"nobody"}`;
      expect([await touch(), await touch()]).toEqual([[], []]);
    });
  });

  test("fails as the database says, with a trace to who asked, and no other with it", async () => {
    await withSingleConnection(database.url, async (db) => {
      const divide = (by: number) => queryDirectly(db)`SELECT 10 / ${by}::int AS quotient`;
      const stack = expect.stringContaining("query-directly.test.ts");
      await expect(divide(0)).rejects.toMatchObject({ code: "22012", stack });
      expect(await divide(5)).toEqual([{ quotient: 2 }]);
      await expect(divide(0)).rejects.toMatchObject({ code: "22012" });
      expect(await divide(2)).toEqual([{ quotient: 5 }]);
    });
  });

  test("fails by itself over a value that has no text, and a row that cannot be read", async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const { MONEY } = pg.types.builtins;
    const readMoney = pg.types.getTypeParser(MONEY, "text");
    pg.types.setTypeParser(MONEY, () => {
      throw new Error("unreadable");
    });
    try {
      await withSingleConnection(database.url, async (db) => {
        await expect(queryDirectly(db)`SELECT ${circular}::json`).rejects.toThrow("circular");
        await expect(queryDirectly(db)`SELECT 1::money`).rejects.toThrow("unreadable");
        expect(await queryDirectly(db)`SELECT 1 AS one`).toEqual([{ one: 1 }]);
      });
    } finally {
      pg.types.setTypeParser(MONEY, readMoney);
    }
  });

  test("fails when its connection ends under it, and the next has another", async () => {
    await withSingleConnection(database.url, async (db) => {
      await expect(queryDirectly(db)`SELECT pg_terminate_backend(pg_backend_pid())`).rejects.toThrow("terminat");
      expect(await queryDirectly(db)`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    });
  });

  test("is prepared once, with those of $queryRaw", async () => {
    await withSingleConnection(database.url, async (db) => {
      for (const id of ["a", "b"]) await queryDirectly(db)`SELECT name FROM "user" WHERE id = ${id}`;
      await db.$queryRaw`SELECT name FROM "user" WHERE id = ${"c"}`;
      expect(await preparedStatements(db)).toEqual(['SELECT name FROM "user" WHERE id = $1']);
    });
  });

  test("is part of the transaction whose client it is given", async () => {
    await withSingleConnection(database.url, async (db) => {
      const [inside, around] = await db.$transaction(async (tx) => [
        await queryDirectly(tx)`SELECT pg_current_xact_id()::text AS id`,
        await tx.$queryRaw`SELECT pg_current_xact_id()::text AS id`,
      ]);
      expect(inside).toEqual(around);
    });
  });

  test.each([1, 20])(
    "works again after a client of %i was disconnected, and holds no connection in between",
    async (poolMax) => {
      const db = createDb(database.url, { poolMax });
      const [before] = await queryDirectly<{ pid: number }>(db)`SELECT pg_backend_pid() AS pid`;
      await db.$disconnect();
      await withConnection(database.url, async (client) => {
        const { rows } = await client.query("SELECT FROM pg_stat_activity WHERE pid = $1", [before?.pid]);
        expect(rows).toEqual([]);
      });
      expect(await queryDirectly(db)`SELECT 1 AS one`).toEqual([{ one: 1 }]);
      await db.$disconnect();
    },
  );
});
