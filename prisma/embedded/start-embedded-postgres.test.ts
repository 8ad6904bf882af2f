import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { withConnection } from "../client/manage-databases";
import { isLongRun } from "../testing/long-run";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres";

const STOP_WAIT_MS = 20_000;

let stoppedDataDir: string;
let directory: string;
let dataDir: string;
const started: EmbeddedPostgres[] = [];

function makeDirectory(): string {
  const made = mkdtempSync(path.join(tmpdir(), "genmint-embedded-"));
  chmodSync(made, 0o755);
  return made;
}

beforeAll(async () => {
  stoppedDataDir = path.join(makeDirectory(), "data");
  const server = await startEmbeddedPostgres({ dataDir: stoppedDataDir, durable: false });
  await server.stop();
});
afterAll(() => rmSync(path.dirname(stoppedDataDir), { recursive: true }));

beforeEach(() => {
  directory = makeDirectory();
  dataDir = path.join(directory, "data");
});
afterEach(async () => {
  const servers = started.splice(0);
  // Stop all before deleting anything: two of them may have used the same files, one after the other.
  for (const server of servers) await server.stop();
  for (const { dataDirectory } of servers) rmSync(dataDirectory, { recursive: true, force: true });
  rmSync(directory, { recursive: true, force: true });
});

async function start(options: { port?: number; durable?: boolean } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options });
  started.push(server);
  return server;
}

/** As after an earlier start: creating a cluster anew takes over a second. */
const copyStoppedServer = () => execFileSync("cp", ["-a", stoppedDataDir, dataDir]);

const query = (url: string, sql: string) => withConnection(url, async (client) => (await client.query(sql)).rows);

/** Starts a server from a child process, which then waits to be killed. */
async function startInChild(): Promise<{ kill(): void; server: EmbeddedPostgres }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(import.meta.dirname, "start-embedded-postgres.ts"))};
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    process.stdout.write(JSON.stringify(server));`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await once(child.stdout, "data");
  return { kill: () => child.kill("SIGKILL"), server: JSON.parse(String(output)) };
}

test("keeps its data and its URL between starts", async () => {
  const first = await start({ durable: true });
  await query(first.url, "CREATE TABLE kept AS SELECT 42 AS number");
  await first.stop();
  const second = await start({ durable: true });
  expect(second.url).toBe(first.url);
  expect(await query(second.url, "SELECT number FROM kept")).toEqual([{ number: 42 }]);
});

test("uses another port if the last one is in use", async () => {
  copyStoppedServer();
  const first = await start();
  await first.stop();
  const occupant = createServer().listen(Number(new URL(first.url).port), "127.0.0.1");
  await once(occupant, "listening");
  const second = await start();
  occupant.close();
  expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
  expect(await query(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test.runIf(isLongRun)("a requested port that is in use fails with the server's log", async () => {
  copyStoppedServer();
  const occupant = createServer().listen(0, "127.0.0.1");
  await once(occupant, "listening");
  const address = occupant.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await expect(start({ port })).rejects.toThrow(/PostgreSQL did not start: .*Address already in use/s);
  occupant.close();
});

test("requires its password, listens on the loopback address only, and uses Unicode rules and UTC", async () => {
  copyStoppedServer();
  const { url } = await start();
  const guess = new URL(url);
  guess.password = "guess";
  await expect(query(guess.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
  const settings = await query(
    url,
    `SELECT current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets,
       current_setting('TimeZone') AS zone, current_setting('max_connections') AS connections,
       lower('ÄÉŠ') AS lower, 'ÉMILE' ILIKE 'émile' AS alike`,
  );
  expect(settings).toEqual([
    { addresses: "127.0.0.1", sockets: "", zone: "UTC", connections: "200", lower: "äéš", alike: true },
  ]);
});

test("refuses a second start on the same directory", async () => {
  copyStoppedServer();
  const first = await start();
  await expect(start()).rejects.toThrow(`PostgreSQL is already running on ${first.dataDirectory}`);
  expect(await query(first.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test.runIf(isLongRun)(
  "refuses a second start on a link to the same directory, and leaves the running server's file",
  async () => {
    copyStoppedServer();
    const first = await start();
    const link = path.join(directory, "link");
    symlinkSync(dataDir, link);
    const second = startEmbeddedPostgres({ dataDir: link, durable: false });
    await expect(second).rejects.toThrow(`PostgreSQL is already running on ${first.dataDirectory}`);
    expect(existsSync(path.join(first.dataDirectory, "cluster/postmaster.pid"))).toBe(true);
  },
);

test.runIf(isLongRun)("its URL works where PGSSLMODE requires TLS, for other servers", async () => {
  copyStoppedServer();
  vi.stubEnv("PGSSLMODE", "require");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const { url } = await start();
  expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test.runIf(isLongRun)(
  "refuses to create the database while another process does, and goes on after one that was interrupted",
  async () => {
    const { dataDirectory, stop } = await start();
    await stop();
    rmSync(path.join(dataDirectory, "cluster"), { recursive: true });
    const claim = path.join(dataDirectory, "creating.pid");
    writeFileSync(claim, String(process.ppid));
    await expect(start()).rejects.toThrow(`Process ${process.ppid} is creating the database in ${dataDirectory}`);
    const ended = spawn("true");
    await once(ended, "exit");
    writeFileSync(claim, String(ended.pid));
    const { url } = await start();
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(existsSync(claim)).toBe(false);
  },
);

test("stops when its parent is killed, and the next start has the data", async () => {
  copyStoppedServer();
  const { kill, server } = await startInChild();
  await query(server.url, "CREATE TABLE kept AS SELECT 42 AS number");
  const pidFile = path.join(server.dataDirectory, "cluster/postmaster.pid");
  expect(existsSync(pidFile)).toBe(true);
  kill();
  // Removing the file is the server's last step.
  await vi.waitFor(() => expect(existsSync(pidFile)).toBe(false), { timeout: STOP_WAIT_MS });
  await expect(query(server.url, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
  const next = await start();
  expect(await query(next.url, "SELECT number FROM kept")).toEqual([{ number: 42 }]);
});

test.runIf(isLongRun)("says why it has ended when nobody has stopped it", async () => {
  const { pid, ended } = await start();
  // As another program would. PostgreSQL ends in the same way after it could not write to its disk.
  process.kill(pid, "SIGQUIT");
  expect(await ended).toContain("received immediate shutdown request");
});

test.runIf(isLongRun)("a start right after the parent was killed waits for the old server to stop", async () => {
  copyStoppedServer();
  const { kill, server } = await startInChild();
  kill();
  const next = await start();
  expect(next.pid).not.toBe(server.pid);
  expect(await query(next.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test.runIf(isLongRun)("recovers from a crash if another process has the old process id", async () => {
  copyStoppedServer();
  const crashed = await start();
  await query(crashed.url, "CREATE TABLE kept AS SELECT 42 AS number");
  await crashed.stop();
  const pidFile = path.join(crashed.dataDirectory, "cluster/postmaster.pid");
  writeFileSync(pidFile, `${process.pid}\n${crashed.dataDirectory}/cluster\n0\n5432\n\n127.0.0.1\n\nready\n`);
  const next = await start();
  expect(await query(next.url, "SELECT number FROM kept")).toEqual([{ number: 42 }]);
});

test.runIf(isLongRun)("repeats an interrupted first start", async () => {
  mkdirSync(path.join(dataDir, "cluster.unfinished"), { recursive: true });
  writeFileSync(path.join(dataDir, "cluster.unfinished/PG_VERSION"), "18\n");
  const { url } = await start();
  expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test.runIf(isLongRun)("says what to do about data of another version, and keeps it", async () => {
  copyStoppedServer();
  const first = await start();
  await first.stop();
  const versionFile = path.join(first.dataDirectory, "cluster/PG_VERSION");
  writeFileSync(versionFile, "14\n");
  await expect(start()).rejects.toThrow(
    /was made by PostgreSQL 14, .*: move the data away to start with an empty database/,
  );
  expect(existsSync(versionFile)).toBe(true);
});

test.runIf(isLongRun)("works in a private directory, and starts empty after that is deleted", async () => {
  chmodSync(directory, 0o700);
  const first = await start();
  await query(first.url, "CREATE TABLE kept AS SELECT 42 AS number");
  await first.stop();
  const second = await start();
  expect(await query(second.url, "SELECT number FROM kept")).toEqual([{ number: 42 }]);
  await second.stop();
  rmSync(dataDir, { recursive: true });
  const third = await start();
  expect(await query(third.url, "SELECT to_regclass('kept') AS kept")).toEqual([{ kept: null }]);
});
