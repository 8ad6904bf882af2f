import { execFile } from "node:child_process";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withConnection } from "@app/db/client/manage-databases";
import { serverUser } from "@app/db/embedded/server-account";
import { startEmbeddedPostgres } from "@app/db/embedded/start-embedded-postgres";
import { findFreePorts } from "../../scripts/test/start-service";
import type { Drill, DrillRun } from "./drill";
import { makeFolder, missingPrograms, startProgram, waitUntil, writeConfig } from "./program";

const ROOT = path.join(import.meta.dirname, "../..");
const START_MAX_MS = 10_000;
const TESTS_MAX_MS = 20 * 60_000;
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;
const OUTPUT_TAIL_CHARACTERS = 60_000;

export const pgbouncer: Drill = {
  name: "pgbouncer",
  promise: "the contract tests pass through PgBouncer in transaction mode",
  missing: () => missingPrograms("pgbouncer"),
  maxMs: TESTS_MAX_MS + 60_000,
  run,
};

async function run(drill: DrillRun): Promise<void> {
  const folder = makeFolder(drill, "pgbouncer");
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(folder, "postgres"), durable: false });
  drill.onEnd(async () => {
    await postgres.stop();
    rmSync(postgres.dataDirectory, { recursive: true, force: true });
  });
  const { username, password, port } = new URL(postgres.url);
  // As deploy/pgbouncer/pgbouncer.ini asks for.
  await withConnection(postgres.url, async (client) => {
    await client.query(`ALTER ROLE "${username}" SET TimeZone = 'UTC'`);
    await client.query(`ALTER ROLE "${username}" SET statement_timeout = '30s'`);
  });
  const [poolerPort] = await findFreePorts(3);
  const users = path.join(folder, "userlist.txt");
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  chmodSync(users, 0o644);
  const config = writeConfig(folder, "pgbouncer/pgbouncer.ini", {
    "host=primary port=5432": `host=127.0.0.1 port=${port}`,
    "listen_addr = 0.0.0.0": "listen_addr = 127.0.0.1",
    "listen_port = 6432": `listen_port = ${poolerPort}`,
    "/etc/pgbouncer/userlist.txt": users,
  });
  const pooler = startProgram(drill, "pgbouncer", [config], { user: serverUser() });
  const pooled = new URL(postgres.url);
  pooled.port = String(poolerPort);
  const zone = async () =>
    withConnection(pooled.href, async (client) => (await client.query("SHOW TimeZone")).rows[0]?.TimeZone);
  await waitUntil(
    "PgBouncer accepts connections",
    START_MAX_MS,
    () => zone().then(Boolean, () => false),
    pooler.output,
  );
  drill.check((await zone()) === "UTC", "sessions through PgBouncer are in UTC");

  const { output, passed } = await runContractTests({
    TEST_DATABASE_URL: postgres.url,
    TEST_POOLER_PORT: String(poolerPort),
  });
  const summary = /Tests .*/.exec(output)?.[0] ?? "no summary";
  if (!passed) drill.note(output.slice(-OUTPUT_TAIL_CHARACTERS));
  drill.check(passed, `contract tests through PgBouncer: ${summary.trim()}`);
}

/** This process goes on meanwhile: PgBouncer would stop at a full pipe if nobody read its log. */
function runContractTests(env: Record<string, string>): Promise<{ output: string; passed: boolean }> {
  const options = {
    cwd: ROOT,
    env: { ...process.env, ...env, NO_COLOR: "1" },
    timeout: TESTS_MAX_MS,
    maxBuffer: OUTPUT_MAX_BYTES,
  };
  return new Promise((resolve) => {
    execFile(
      "npx",
      ["vitest", "run", "--project", "web", "--reporter=dot", "contract"],
      options,
      (error, stdout, stderr) => resolve({ output: `${stdout}${stderr}`, passed: error === null }),
    );
  });
}
