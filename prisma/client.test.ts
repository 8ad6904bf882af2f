import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDb, createPool, type Db, Prisma } from "./client";
import { withConnection } from "./databases";
import { queryDirectly } from "./query-directly";
import { createTestDatabase, type TestDatabase } from "./test-database";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A client of one connection, so that what a session remembers can be asked of the same session. */
async function withSingleConnection(use: (db: Db) => Promise<void>): Promise<void> {
  const db = createDb(database.url, { poolMax: 1 });
  try {
    await use(db);
  } finally {
    await db.$disconnect();
  }
}

async function preparedStatements(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ statement: string }[]>`/* unnamed */ SELECT statement FROM pg_prepared_statements`;
  return rows.map((row) => row.statement);
}

describe("prepared statements", () => {
  test("a raw statement is prepared once, whatever its values", async () => {
    await withSingleConnection(async (db) => {
      for (const id of ["a", "b", "c"]) await db.$queryRaw`SELECT name FROM "user" WHERE id = ${id}`;
      expect(await preparedStatements(db)).toEqual(['SELECT name FROM "user" WHERE id = $1']);
    });
  });

  test("a statement with a parameterised LIMIT or OFFSET is left unnamed", async () => {
    await withSingleConnection(async (db) => {
      await db.$queryRaw`SELECT id FROM "user" LIMIT ${5}`;
      await db.$queryRaw`SELECT id FROM "user" OFFSET ${5}`;
      await db.user.findMany({ take: 3 });
      expect(await preparedStatements(db)).toEqual([]);
    });
  });

  test("a statement that starts with the comment unnamed is left unnamed", async () => {
    await withSingleConnection(async (db) => {
      await db.$queryRaw`/* unnamed */ SELECT id FROM "user" WHERE id = ${"x"}`;
      expect(await preparedStatements(db)).toEqual([]);
    });
  });

  test("statements of ever new texts stop being prepared at a bound", async () => {
    await withSingleConnection(async (db) => {
      for (let column = 0; column < 520; column += 1) await db.$queryRaw`SELECT ${Prisma.raw(String(column))}`;
      expect(await preparedStatements(db)).toHaveLength(500);
    });
  });
});

describe("a statement past Prisma's engine", () => {
  const SOME = { at: new Date("2026-01-31T23:30:00.123Z"), texts: ["a", "{", null], many: 9_007_199_254_740_993n };
  const select = (db: Pick<Db, "$queryRaw">, { at, texts, many }: typeof SOME) => db.$queryRaw`
    SELECT ${at}::timestamptz AS at, ${texts}::text[] AS texts, ${[at]}::timestamptz[] AS dates, ${many}::int8 AS many,
      '{"a": [1]}'::json AS json, NULL::int AS nothing, ${true}::bool AS yes`;

  test("has the rows that $queryRaw has", async () => {
    await withSingleConnection(async (db) => {
      const direct = await select({ $queryRaw: queryDirectly(db) as Db["$queryRaw"] }, SOME);
      expect(direct).toEqual(await select(db, SOME));
    });
  });

  test("is prepared once, with those of $queryRaw", async () => {
    await withSingleConnection(async (db) => {
      for (const id of ["a", "b"]) await queryDirectly(db)`SELECT name FROM "user" WHERE id = ${id}`;
      await db.$queryRaw`SELECT name FROM "user" WHERE id = ${"c"}`;
      expect(await preparedStatements(db)).toEqual(['SELECT name FROM "user" WHERE id = $1']);
    });
  });

  test("is part of the transaction whose client it is given", async () => {
    await withSingleConnection(async (db) => {
      const [inside, around] = await db.$transaction(async (tx) => [
        await queryDirectly(tx)`SELECT pg_current_xact_id()::text AS id`,
        await tx.$queryRaw`SELECT pg_current_xact_id()::text AS id`,
      ]);
      expect(inside).toEqual(around);
    });
  });

  test("works again after the client was disconnected, and holds no connection in between", async () => {
    const db = createDb(database.url, { poolMax: 1 });
    const [before] = await queryDirectly<{ pid: number }>(db)`SELECT pg_backend_pid() AS pid`;
    await db.$disconnect();
    await withConnection(database.url, async (client) => {
      const { rows } = await client.query("SELECT FROM pg_stat_activity WHERE pid = $1", [before?.pid]);
      expect(rows).toEqual([]);
    });
    expect(await queryDirectly(db)`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    await db.$disconnect();
  });
});

test("dates come back as they went in where the database's own time zone is another", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await withConnection(database.url, (client) => client.query(`ALTER DATABASE "${name}" SET timezone = 'Asia/Tokyo'`));
  const at = new Date("2026-01-31T23:30:00.123Z");
  await withSingleConnection(async (db) => {
    const [row] = await db.$queryRaw<{ at: Date; hour: string }[]>`
      SELECT ${at}::timestamptz AS at, to_char(${at}::timestamptz AT TIME ZONE 'UTC', 'HH24:MI') AS hour`;
    expect(row).toEqual({ at, hour: "23:30" });
  });
});

test("a connection that the server ends while idle is replaced by another", async () => {
  await withSingleConnection(async (db) => {
    const [before] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await withConnection(database.url, async (client) => {
      await client.query("SELECT pg_terminate_backend($1, 5000)", [before?.pid]);
    });
    const [after] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    expect(after?.pid).not.toBe(before?.pid);
  });
});

describe("a pool without Prisma", () => {
  async function pidOf(client: pg.ClientBase): Promise<number> {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return rows[0]?.pid ?? 0;
  }

  test("goes on when the server ends its connections, idle or in use", async () => {
    const { pool, close } = createPool(database.url, { poolMax: 2 });
    const [inUse, idle] = [await pool.connect(), await pool.connect()];
    const pids = [await pidOf(inUse), await pidOf(idle)];
    idle.release();
    await withConnection(database.url, (client) =>
      client.query("SELECT pg_terminate_backend(pid, 5000) FROM unnest($1::int[]) AS pid", [pids]),
    );
    await expect(inUse.query("SELECT 1")).rejects.toThrow();
    inUse.release(true);
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await close();
  });

  test("closes at once, with connections that nobody gave back", async () => {
    const { pool, close } = createPool(database.url, { poolMax: 1 });
    const kept = await pool.connect();
    const pid = await pidOf(kept);
    await close();
    await withConnection(database.url, async (client) => {
      const { rows } = await client.query("SELECT count(*)::int AS left FROM pg_stat_activity WHERE pid = $1", [pid]);
      expect(rows).toEqual([{ left: 0 }]);
    });
  });
});
