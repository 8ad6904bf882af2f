import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import { createFilledDatabase, dropDatabase, ensureDatabase, urlOfDatabase, withConnection } from "./manage-databases";

const run = (url: string, sql: string) => withConnection(url, async (client) => (await client.query(sql)).rows);

test("a database that was interrupted while it was filled is filled again from the beginning, and once it is full no more", async () => {
  const { url: serverUrl } = inject("testServer");
  const name = `genmint_test_${randomUUID()}`;
  const fill = async (url: string) => {
    await ensureDatabase(url);
    await run(url, "CREATE TABLE half AS SELECT 1 AS number");
  };
  try {
    await expect(
      createFilledDatabase(serverUrl, name, async (url) => {
        await fill(url);
        throw new Error("interrupted");
      }),
    ).rejects.toThrow("interrupted");
    await expect(run(urlOfDatabase(serverUrl, name), "SELECT 1")).rejects.toThrow("does not exist");

    expect(await createFilledDatabase(serverUrl, name, fill)).toBe(true);
    expect(await createFilledDatabase(serverUrl, name, fill)).toBe(false);
    expect(await run(urlOfDatabase(serverUrl, name), "SELECT number FROM half")).toEqual([{ number: 1 }]);
  } finally {
    await dropDatabase(serverUrl, name);
    await dropDatabase(serverUrl, `${name}_unfinished`);
  }
});
