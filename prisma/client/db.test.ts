import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createTestDatabase,
  preparedStatements,
  type TestDatabase,
  withSingleConnection,
} from "../testing/test-database";
import { closeDb, createDb, createPool, Prisma } from "./db";
import { withConnection } from "./manage-databases";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("prepared statements", () => {
  test("a raw statement is prepared once for all values", async () => {
    await withSingleConnection(database.url, async (db) => {
      for (const id of ["a", "b", "c"]) await db.$queryRaw`SELECT name FROM "user" WHERE id = ${id}`;
      expect(await preparedStatements(db)).toEqual(['SELECT name FROM "user" WHERE id = $1']);
    });
  });

  test("a statement with a parameterised LIMIT or OFFSET is not prepared", async () => {
    await withSingleConnection(database.url, async (db) => {
      await db.$queryRaw`SELECT id FROM "user" LIMIT ${5}`;
      await db.$queryRaw`SELECT id FROM "user" OFFSET ${5}`;
      await db.user.findMany({ take: 3 });
      expect(await preparedStatements(db)).toEqual([]);
    });
  });

  test("a statement that starts with the comment unnamed is not prepared", async () => {
    await withSingleConnection(database.url, async (db) => {
      await db.$queryRaw`/* unnamed */ SELECT id FROM "user" WHERE id = ${"x"}`;
      expect(await preparedStatements(db)).toEqual([]);
    });
  });

  test("no statement is prepared when they are off", async () => {
    const db = createDb(database.url, { poolMax: 1, preparedStatements: false });
    await db.$queryRaw`SELECT name FROM "user" WHERE id = ${"x"}`;
    expect(await preparedStatements(db)).toEqual([]);
    await db.$disconnect();
  });

  test("statements with new texts are no longer prepared above a limit", async () => {
    await withSingleConnection(database.url, async (db) => {
      for (let column = 0; column < 520; column += 1) await db.$queryRaw`SELECT ${Prisma.raw(String(column))}`;
      expect(await preparedStatements(db)).toHaveLength(500);
    });
  });
});

test("dates are unchanged if the database has another time zone", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await withConnection(database.url, (client) => client.query(`ALTER DATABASE "${name}" SET timezone = 'Asia/Tokyo'`));
  const at = new Date("2026-01-31T23:30:00.123Z");
  await withSingleConnection(database.url, async (db) => {
    const [row] = await db.$queryRaw<{ at: Date; hour: string }[]>`
      SELECT ${at}::timestamptz AS at, to_char(${at}::timestamptz AT TIME ZONE 'UTC', 'HH24:MI') AS hour`;
    expect(row).toEqual({ at, hour: "23:30" });
  });
});

test("dates are unchanged if the database has another style of dates, for requests and for the job queue", async () => {
  const at = new Date("2026-03-05T12:00:00.123Z");
  const styled = await createTestDatabase();
  const name = new URL(styled.url).pathname.slice(1);
  await withConnection(styled.url, (client) => client.query(`ALTER DATABASE "${name}" SET DateStyle = 'SQL, DMY'`));
  await withSingleConnection(styled.url, async (db) => {
    expect(await db.$queryRaw`SELECT ${at}::timestamptz AS at`).toEqual([{ at }]);
  });
  const { pool, close } = createPool(styled.url, { poolMax: 1 });
  expect((await pool.query("SELECT $1::timestamptz AS at", [at])).rows).toEqual([{ at }]);
  await close();
  await styled.drop();
});

test("a statement that has waited for a lock sees what its holder has written, whatever isolation the database has", async () => {
  const isolated = await createTestDatabase();
  const name = new URL(isolated.url).pathname.slice(1);
  await withConnection(isolated.url, (client) =>
    client.query(`ALTER DATABASE "${name}" SET default_transaction_isolation = 'serializable'`),
  );
  const db = createDb(isolated.url, { poolMax: 8 });
  await db.user.create({ data: { id: "u1", email: "u1@example.test" } });
  const spends = Array.from(
    { length: 8 },
    () => db.$executeRaw`UPDATE "user" SET credits = credits + 1 WHERE id = 'u1'`,
  );
  expect(await Promise.all(spends)).toEqual(Array(8).fill(1));
  const { pool, close } = createPool(isolated.url, { poolMax: 1 });
  expect((await pool.query("SHOW transaction_isolation")).rows).toEqual([{ transaction_isolation: "read committed" }]);
  await close();
  await closeDb(db);
  await isolated.drop();
});

test("an idle connection that the server ends is replaced", async () => {
  await withSingleConnection(database.url, async (db) => {
    const [before] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await withConnection(database.url, async (client) => {
      await client.query("SELECT pg_terminate_backend($1, 5000)", [before?.pid]);
    });
    const [after] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    expect(after?.pid).not.toBe(before?.pid);
  });
});

describe("the job queue's pool", () => {
  async function pidOf(client: pg.ClientBase): Promise<number> {
    const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return rows[0]?.pid ?? 0;
  }

  test("survives when the server ends its connections, idle or in use", async () => {
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

  test("keeps idle connections, which listen or hold a lock, however long the database allows that", async () => {
    const limited = await createTestDatabase();
    const name = new URL(limited.url).pathname.slice(1);
    await withConnection(limited.url, (client) =>
      client.query(`ALTER DATABASE "${name}" SET idle_session_timeout = '200ms'`),
    );
    const { pool, close } = createPool(limited.url, { poolMax: 1 });
    expect((await pool.query("SHOW idle_session_timeout")).rows).toEqual([{ idle_session_timeout: "0" }]);
    await close();
    await limited.drop();
  });

  test("takes a connection that is released twice back once, as graphile-worker may do", async () => {
    const { pool, close } = createPool(database.url, { poolMax: 1 });
    const release = await new Promise<() => void>((resolve, reject) => {
      pool.connect((error, _client, done) => (error ? reject(error) : resolve(done)));
    });
    release();
    const borrowed = await pool.connect();
    release();
    expect(pool.idleCount).toBe(0);
    borrowed.release();
    expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
    await close();
  });

  test("lets an attempt that got no connection be released, as graphile-worker does when it has ended meanwhile", async () => {
    const { pool, close } = createPool(database.url, { poolMax: 1 });
    await close();
    const [error, release] = await new Promise<[unknown, () => void]>((resolve) => {
      pool.connect((...[error, , done]) => resolve([error, done]));
    });
    expect(error).toBeInstanceOf(Error);
    expect(() => release()).not.toThrow();
  });

  test("closes at once, including connections in use", async () => {
    const { pool, close } = createPool(database.url, { poolMax: 1 });
    const borrowed = await pool.connect();
    const pid = await pidOf(borrowed);
    await close();
    await withConnection(database.url, async (client) => {
      const { rows } = await client.query("SELECT count(*)::int AS left FROM pg_stat_activity WHERE pid = $1", [pid]);
      expect(rows).toEqual([{ left: 0 }]);
    });
  });
});

const FROZEN_TEST_MAX_MS = 20_000;

test(
  "closing does not wait for a server that no longer responds",
  async () => {
    const { hostname, port } = new URL(database.url);
    const sockets: Socket[] = [];
    const proxy = createServer((client) => {
      const server = connect(Number(port), hostname);
      client.pipe(server).pipe(client);
      sockets.push(client, server);
    }).listen(0, hostname);
    await once(proxy, "listening");
    const url = new URL(database.url);
    url.port = String((proxy.address() as AddressInfo).port);
    const db = createDb(url.href);
    const { pool, close } = createPool(url.href, { poolMax: 1 });
    await Promise.all([pool.query("SELECT 1"), db.$executeRaw`SELECT 1`]);
    for (const socket of sockets) socket.unpipe().pause();
    const unanswered = Promise.allSettled([pool.query("SELECT 1"), db.$executeRaw`SELECT 1`]);
    await Promise.all([close(), closeDb(db)]);
    for (const socket of sockets) socket.destroy();
    await unanswered;
    proxy.close();
  },
  FROZEN_TEST_MAX_MS,
);
