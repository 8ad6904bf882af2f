import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
const PASSWORD_BYTES = 24;
/** The role that takes the place of the first one when its password is replaced: docs/operations.md. */
const SECOND_ROLE = "genmint2";

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
  const { username, password, port, pathname } = new URL(postgres.url);
  const secondPassword = randomBytes(PASSWORD_BYTES).toString("hex");
  await withConnection(postgres.url, async (client) => {
    // As on a server whose own zone is another one. Only a setting of the role goes before this one.
    await client.query(`ALTER DATABASE "${pathname.slice(1)}" SET TimeZone = 'Asia/Tokyo'`);
    // As deploy/pgbouncer/pgbouncer.ini asks for.
    await client.query(`ALTER ROLE "${username}" SET TimeZone = 'UTC'`);
    await client.query(`ALTER ROLE "${username}" SET statement_timeout = '30s'`);
    await client.query(readSecondRole(username, secondPassword));
  });
  const [poolerPort] = await findFreePorts(3);
  const users = path.join(folder, "userlist.txt");
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n"${SECOND_ROLE}" "${secondPassword}"\n`);
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
  await waitUntil(
    "PgBouncer accepts connections",
    START_MAX_MS,
    () => readSettings(pooled.href).then(Boolean, () => false),
    pooler.output,
  );
  const secondPooled = new URL(pooled);
  secondPooled.username = SECOND_ROLE;
  secondPooled.password = secondPassword;
  for (const { href, username: role } of [pooled, secondPooled]) {
    const settings = await readSettings(href);
    drill.check(settings === "UTC, 30s", `sessions of ${role} through PgBouncer have UTC and 30s: ${settings}`);
  }

  const { output, passed } = await runContractTests({
    TEST_DATABASE_URL: postgres.url,
    TEST_POOLER_PORT: String(poolerPort),
  });
  const summary = /Tests .*/.exec(output)?.[0] ?? "no summary";
  if (!passed) drill.note(output.slice(-OUTPUT_TAIL_CHARACTERS));
  drill.check(passed, `contract tests through PgBouncer: ${summary.trim()}`);
}

/** The time zone and the statement timeout of a session. */
async function readSettings(url: string): Promise<string> {
  const { rows } = await withConnection(url, (client) =>
    client.query<{ settings: string }>(
      "SELECT concat(current_setting('TimeZone'), ', ', current_setting('statement_timeout')) AS settings",
    ),
  );
  return rows[0]?.settings ?? "";
}

/** The commands of docs/operations.md that make a second role, for the role of this server. */
function readSecondRole(role: string, password: string): string {
  const runbook = readFileSync(path.join(ROOT, "docs/operations.md"), "utf8");
  const commands = /```sql\n(CREATE ROLE genmint2.*?)-- Change DATABASE_URL/s.exec(runbook)?.[1];
  if (!commands) throw new Error("docs/operations.md has no commands for a second role");
  return commands.replaceAll(/\bgenmint\b/g, role).replace("<new>", password);
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
