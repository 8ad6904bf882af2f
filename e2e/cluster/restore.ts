import { spawnSync } from "node:child_process";
import { appendFileSync, chownSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { withConnection } from "@app/db/client/manage-databases";
import { type Binaries, findBinariesWithTools } from "@app/db/embedded/binaries";
import { prepareCluster } from "@app/db/embedded/data-directory";
import { serverUser } from "@app/db/embedded/server-account";
import { verifyLedger } from "@app/services/ledger/verify-ledger";
import { findFreePort } from "../../scripts/test/start-service";
import { type Drill, type DrillRun, seconds } from "./drill";
import { makeFolder, missingPrograms, startProgram } from "./program";
import { checkOutcomes, startWebCluster, underLoad, type WebCluster } from "./web-cluster";

const RUNBOOK = path.join(import.meta.dirname, "../../docs/operations.md");
const LOAD_MS = 8_000;
/** So that nothing else happens in the second before the mistake. */
const QUIET_MS = 2_500;
const SECOND_MS = 1_000;
const STEP_MAX_MS = 120_000;
/** Of the server's log, shown when a step fails. */
const LOG_LINES = 10;

export const restore: Drill = {
  name: "restore",
  promise: "a base backup and the archived log restore the second before a mistake, by the runbook's own commands",
  missing: () => [
    ...missingPrograms("haproxy", "bash"),
    ...(findBinariesWithTools() ? [] : ["PostgreSQL with pg_basebackup"]),
  ],
  maxMs: 400_000,
  run: async (drill) => {
    const server = await startServer(drill);
    await server.runStep("Set up the archive");
    const databaseUrl = server.urlOf("genmint");
    const cluster = await startWebCluster(drill, { chatPacingMs: 5, environment: { DATABASE_URL: databaseUrl } });
    const load = await underLoad(cluster, {}, async () => {
      await pause(LOAD_MS / 2);
      const startedAt = performance.now();
      await server.runStep("Take a base backup");
      drill.note(`base backup under load: ${seconds(performance.now() - startedAt)}`);
      await pause(LOAD_MS / 2);
    });
    await checkOutcomes(drill, cluster, load);
    const before = await readBooks(databaseUrl);

    await pause(QUIET_MS);
    const mistakenAt = await makeMistake(databaseUrl);
    const target = asTarget(new Date(mistakenAt.getTime() - SECOND_MS));
    await buySomething(cluster);
    const damaged = await verifyLedger(cluster.deps.service.db);
    drill.check(damaged.differences.length > 0, `the mistake shows: ${damaged.differences.length} differences`);

    for (const web of cluster.webs) await web.stop();
    await cluster.stopWorker();
    const startedAt = performance.now();
    const base = (await server.run('ls -d "$BACKUPS"/* | tail -n 1')).trim();
    await server.runStep("Restore to the second before a mistake", { TARGET: target, BASE: base });
    drill.note(`restored to ${target} in ${seconds(performance.now() - startedAt)}`);
    const after = await readBooks(databaseUrl);
    drill.check(
      JSON.stringify(after) === JSON.stringify(before),
      `${after.payments} payments, ${after.entries} ledger entries and ${after.credits} credits as in that second`,
    );
    const { differences } = await verifyLedger(cluster.deps.service.db);
    drill.check(differences.length === 0, `${differences.length} differences of ledger:verify`);
    for (const web of cluster.webs) await web.start();
    const again = await underLoad(cluster, {}, () => pause(LOAD_MS / 2));
    drill.check(again.traffic.requests > 0, `the service works on it: ${again.traffic.requests} responses`);
    drill.check(again.traffic.brokenAttempts.length === 0, `${again.traffic.brokenAttempts.length} requests failed`);
  },
};

interface Server {
  urlOf: (database: string) => string;
  /** Runs a shell command with the runbook's variables, as the database's account. Returns its output. */
  run: (command: string, variables?: Record<string, string>) => Promise<string>;
  /** Runs the commands of one heading of the runbook. */
  runStep: (heading: string, variables?: Record<string, string>) => Promise<void>;
}

/** A server that is started and stopped by pg_ctl, as the runbook does. */
async function startServer(drill: DrillRun): Promise<Server> {
  const binaries = findBinariesWithTools() as Binaries;
  const user = serverUser();
  const folder = makeFolder(drill, "restore");
  const home = path.join(folder, "postgres");
  mkdirSync(home);
  if (user.uid !== undefined) chownSync(home, user.uid, user.gid);
  const { directory, password } = prepareCluster(home, { binaries, user, durable: true });
  const port = await findFreePort();
  appendFileSync(
    path.join(directory, "postgresql.conf"),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 200\n`,
  );
  const environment = {
    PATH: [binaries.directory, process.env["PATH"]].join(path.delimiter),
    NODE_ENV: "production" as const,
    PGHOST: "127.0.0.1",
    PGPORT: String(port),
    PGUSER: "postgres",
    PGPASSWORD: password,
    PGDATA: directory,
    ARCHIVE: path.join(home, "archive"),
    BACKUPS: path.join(home, "backups"),
  };
  const run = (command: string, variables: Record<string, string> = {}) =>
    startProgram(drill, "bash", ["-euo", "pipefail", "-c", command], {
      env: { ...environment, ...variables },
      user,
    }).ended(STEP_MAX_MS);
  await run('pg_ctl start -l "$PGDATA.log"');
  // The server is no child of ours, so it must be stopped also when this process is.
  const stop = () =>
    spawnSync(path.join(binaries.directory, "pg_ctl"), ["stop", "-m", "immediate"], { ...user, env: environment });
  process.once("exit", stop);
  drill.onEnd(() => {
    process.off("exit", stop);
    stop();
  });
  return {
    urlOf: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
    run,
    runStep: async (heading, variables) => {
      const commands = `trap 'tail -n ${LOG_LINES} "$PGDATA.log"' ERR\n${readCommands(heading)}`;
      await run(commands, variables);
    },
  };
}

/** The shell commands below a heading of the runbook. */
function readCommands(heading: string): string {
  const [, section] = readFileSync(RUNBOOK, "utf8").split(`### ${heading}\n`);
  const commands = /```sh\n(.*?)```/s.exec(section?.split("\n## ")[0] ?? "")?.[1];
  if (!commands) throw new Error(`docs/operations.md has no commands below "${heading}"`);
  return commands;
}

/** As `recovery_target_time` reads it: it does not know the Z of ISO 8601. */
function asTarget(time: Date): string {
  return time.toISOString().replace("T", " ").replace("Z", "+00");
}

interface Books {
  payments: number;
  entries: number;
  credits: number;
  /** Of the ids of all payments and entries. */
  fingerprint: string;
}

async function readBooks(databaseUrl: string): Promise<Books | Record<string, never>> {
  const { rows } = await withConnection(databaseUrl, (client) =>
    client.query<Books>(`
      SELECT (SELECT count(*)::int FROM payment) AS payments, (SELECT count(*)::int FROM credit_ledger) AS entries,
        (SELECT sum(credits)::int FROM "user") AS credits,
        md5((SELECT coalesce(string_agg(id, ',' ORDER BY id), '') FROM payment)
          || (SELECT string_agg(id, ',' ORDER BY id) FROM credit_ledger)) AS fingerprint`),
  );
  return rows[0] ?? {};
}

/** Deletes every payment, as a forgotten WHERE would. Returns the database's time. */
async function makeMistake(databaseUrl: string): Promise<Date> {
  return withConnection(databaseUrl, async (client) => {
    const { rows } = await client.query<{ at: Date }>("SELECT clock_timestamp() AS at");
    await client.query("DELETE FROM payment");
    return rows[0]?.at ?? new Date(Number.NaN);
  });
}

/** The service goes on for a moment after the mistake. */
async function buySomething(cluster: WebCluster): Promise<void> {
  await underLoad(cluster, {}, () => pause(QUIET_MS));
}
