import { execFile } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isLongRun } from "../testing/long-run";
import { createTestDatabase, type TestDatabase } from "../testing/test-database";
import { DEMO_ACCOUNTS } from "./demo-accounts";

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

/** Runs `pnpm db:seed` with these arguments against the test's database. */
function seed(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const command = ["--import", "tsx", path.join(import.meta.dirname, "seed-cli.ts"), ...args];
  const env = { ...process.env, DATABASE_URL: database.url };
  return new Promise((resolve) =>
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    ),
  );
}

test.runIf(isLongRun)("demo accounts are created with --force only", async () => {
  const refused = await seed();
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("--force");
  expect(refused.stderr).toContain(new URL(database.url).pathname.slice(1));
  expect(await database.db.user.count()).toBe(0);

  const done = await seed("--force");
  expect(done).toMatchObject({ code: 0, stderr: "" });
  for (const { email } of DEMO_ACCOUNTS) expect(done.stdout).toContain(email);
  expect(await database.db.user.count()).toBe(DEMO_ACCOUNTS.length);
});
