import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { runPrisma } from "../cli/migrate-database";
import { dropDatabase, urlOfDatabase, withConnection } from "../client/manage-databases";
import { isLongRun } from "../testing/long-run";
import { createPrismaFolder } from "../testing/prisma-folder";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("the CLI finds the engine of its own version", async () => {
  const { output } = await runPrisma(["--version"], database.url);
  const commit = /Default Engines Hash\s*: (\w+)/.exec(output)?.[1];
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  expect(output).toMatch(new RegExp(`Schema Engine\\s*: schema-engine-cli \\S+${commit}`));
});

test("a script with semicolons inside functions and quotes runs whole", async () => {
  const script = `
    CREATE FUNCTION sample() RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 'a;b'; END; $$;
    CREATE TABLE samples AS SELECT sample() AS text;`;
  expect(await runPrisma(["db", "execute", "--stdin"], database.url, { input: script })).toMatchObject({ exitCode: 0 });
  await withConnection(database.url, async (client) => {
    expect((await client.query("SELECT text FROM samples")).rows).toEqual([{ text: "a;b" }]);
  });
});

test("a failing script ends the command with PostgreSQL's message", async () => {
  const result = await runPrisma(["db", "execute", "--stdin"], database.url, { input: "SELECT nothing_of_the_kind" });
  expect(result.exitCode).toBe(1);
  expect(result.output).toContain('column "nothing_of_the_kind" does not exist');
});

test.runIf(isLongRun)(
  "db push creates a missing database, and db pull reads its tables, indexes and relations",
  async () => {
    const { url: serverUrl } = inject("testServer");
    const name = `genmint_test_push_${process.pid}`;
    const url = urlOfDatabase(serverUrl, name);
    try {
      expect(await runPrisma(["db", "push"], url)).toMatchObject({ exitCode: 0 });
      const { output } = await runPrisma(["db", "pull", "--print"], url);
      expect(output).toMatch(/user\s+User\s+@relation\(fields: \[userId\], references: \[id\]\)/);
      expect(output).toContain("@@index([userId, seq])");
    } finally {
      await dropDatabase(serverUrl, name);
    }
  },
);

test.runIf(isLongRun)(
  "migrate dev applies the migrations to a new database and creates one for a changed schema",
  async () => {
    const { url: serverUrl } = inject("testServer");
    const name = `genmint_test_dev_${process.pid}`;
    const copy = createPrismaFolder();
    try {
      const schema = path.join(copy.folder, "schema.prisma");
      const changed = readFileSync(schema, "utf8").replace("model User {", "model User {\n  nickname String?");
      writeFileSync(schema, changed);
      const url = urlOfDatabase(serverUrl, name);
      const { exitCode, output } = await runPrisma(["migrate", "dev", "--name", "nickname"], url, copy);
      expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
      const added = copy.migrations().find((directory) => directory.endsWith("_nickname"));
      const script = readFileSync(path.join(copy.folder, "migrations", added ?? "", "migration.sql"), "utf8");
      expect(script.trim()).toBe('-- AlterTable\nALTER TABLE "user" ADD COLUMN     "nickname" TEXT;');
    } finally {
      copy.remove();
      await dropDatabase(serverUrl, name);
    }
  },
);

test.runIf(isLongRun).each([
  ["an unreachable server", "postgresql://postgres@127.0.0.1:1/app", "P1001"],
  ["a schema other than public", "postgresql://postgres@127.0.0.1:1/app?schema=other", 'remove "schema=other"'],
  ["an empty URL", "", "datasource.url"],
])("%s has a clear message", async (_case, url, message) => {
  const result = await runPrisma(["migrate", "deploy"], url);
  expect(result.exitCode).toBe(1);
  expect(result.output).toContain(message);
});
