import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withConnection } from "./databases";
import { KeptConnections } from "./kept-connections";
import { createTestDatabase, type TestDatabase } from "./test-database";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Connections of a pool of three. */
async function withKept(keptMax: number, use: (kept: KeptConnections, pool: pg.Pool) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: database.url, max: 3 });
  const kept = new KeptConnections(pool, keptMax);
  try {
    await use(kept, pool);
  } finally {
    kept.close();
    if (!pool.ending) await pool.end();
  }
}

const lend = (kept: KeptConnections) =>
  new Promise<pg.PoolClient>((resolve, reject) =>
    kept.lend((noConnection, client) => (client === undefined ? reject(noConnection) : resolve(client))),
  );

async function pidOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return rows[0]?.pid ?? 0;
}

test("keeps no more than it may, and lends those first", async () => {
  await withKept(1, async (kept, pool) => {
    const [first, second] = [await lend(kept), await lend(kept)];
    kept.takeBack(first, false);
    kept.takeBack(second, false);
    expect(pool).toMatchObject({ totalCount: 2, idleCount: 1 });
    expect(await lend(kept)).toBe(first);
    expect(await lend(kept)).toBe(second);
    kept.takeBack(first, false);
    kept.takeBack(second, false);
  });
});

test("leaves all to the pool where it may keep none", async () => {
  await withKept(0, async (kept, pool) => {
    kept.takeBack(await lend(kept), false);
    expect(pool).toMatchObject({ totalCount: 1, idleCount: 1 });
  });
});

test("does not keep one that is given up", async () => {
  await withKept(1, async (kept, pool) => {
    kept.takeBack(await lend(kept), true);
    expect(pool.totalCount).toBe(0);
  });
});

test("lends another for one that the server ended while it was kept", async () => {
  await withKept(1, async (kept) => {
    const client = await lend(kept);
    const pid = await pidOf(client);
    const ended = new Promise((resolve) => void client.once("end", resolve));
    kept.takeBack(client, false);
    await withConnection(database.url, (other) => other.query("SELECT pg_terminate_backend($1, 5000)", [pid]));
    await ended;
    const next = await lend(kept);
    expect(await pidOf(next)).not.toBe(pid);
    kept.takeBack(next, false);
  });
});

test("lets the pool end all of them once it is closed, those in use when they come back", async () => {
  await withKept(2, async (kept, pool) => {
    const [first, second] = [await lend(kept), await lend(kept)];
    kept.takeBack(first, false);
    kept.close();
    const ended = pool.end();
    kept.takeBack(second, false);
    await ended;
    expect(pool.totalCount).toBe(0);
  });
});

test("says why there is no connection", async () => {
  await withKept(1, async (kept, pool) => {
    await pool.end();
    await expect(lend(kept)).rejects.toThrow("end");
  });
});
