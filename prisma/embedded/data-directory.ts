import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import type { Binaries } from "./binaries";
import {
  accessiblePathFor,
  allowTraversal,
  EMPTY_ENVIRONMENT,
  isAccessibleToOtherUsers,
  isRoot,
  type ServerUser,
} from "./server-account";
import { isAlive, waitUntilUnused } from "./server-process";

const NOTE_NAME = "moved.txt";

/**
 * Creates the data directory and returns its real path. That is `wanted`, unless we are root and the server's account cannot
 * reach it: then the data is elsewhere and `wanted` only contains a note. Deleting `wanted` deletes the data too, as expected.
 */
export async function prepareDataDirectory(wanted: string): Promise<string> {
  const isNew = !existsSync(wanted);
  mkdirSync(wanted, { recursive: true });
  // The real path, because a running server is recognised by the path on its command line.
  if (!isRoot() || isAccessibleToOtherUsers(wanted)) return realpathSync(wanted);
  const directory = accessiblePathFor(wanted);
  if (isNew) {
    await waitUntilUnused(path.join(directory, CLUSTER_NAME));
    rmSync(directory, { recursive: true, force: true });
  }
  mkdirSync(directory, { recursive: true });
  allowTraversal(directory);
  writeFileSync(path.join(wanted, NOTE_NAME), `The database's files are in ${directory}\n`);
  return directory;
}

export type Cluster = { directory: string; password: string };

/** The directory within the data directory that PostgreSQL owns. */
const CLUSTER_NAME = "cluster";

const INITDB_TIMEOUT_MS = 120_000;
const PASSWORD_BYTES = 24;
/** Since this version PostgreSQL has built-in Unicode rules for upper and lower case, the same on every system. */
const BUILTIN_LOCALE_MAJOR = 17;

type InitdbOptions = { binaries: Binaries; user: ServerUser; durable: boolean };

/** Opens the cluster in `dataDirectory`, and creates it if there is none. */
export function prepareCluster(dataDirectory: string, options: InitdbOptions): Cluster {
  const directory = path.join(dataDirectory, CLUSTER_NAME);
  const passwordFile = path.join(dataDirectory, "password");
  if (!existsSync(directory)) {
    const claim = path.join(dataDirectory, "creating.pid");
    claimCreation(claim);
    writePassword(passwordFile, options.user);
    // Created under another name first, so that an interrupted initdb never looks complete.
    const unfinished = `${directory}.unfinished`;
    makeServerDirectory(unfinished, options.user);
    runInitdb(unfinished, passwordFile, options);
    renameSync(unfinished, directory);
    rmSync(claim, { force: true });
  }
  requireMajor(directory, options.binaries.major);
  return { directory, password: readFileSync(passwordFile, "utf8") };
}

/**
 * Only one process at a time may create a cluster: two would delete each other's files. The file holds its process id.
 * @throws Error with the process id if another process is creating it
 */
function claimCreation(file: string): void {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch (error) {
    if (!existsSync(file)) throw error;
    const owner = Number(readFileSync(file, "utf8"));
    if (owner > 0 && owner !== process.pid && isAlive(owner)) {
      throw new Error(
        `Process ${owner} is creating the database in ${path.dirname(file)}: wait until it has started, or use another ` +
          `directory. If it is no Genmint, delete ${file}.`,
      );
    }
    // Left by a process that was interrupted.
    writeFileSync(file, String(process.pid));
  }
}

/** @throws Error that says what to do about data of another version, which this server cannot read */
function requireMajor(directory: string, major: number): void {
  const made = readFileSync(path.join(directory, "PG_VERSION"), "utf8").trim();
  if (made === String(major)) return;
  throw new Error(
    `The data in ${directory} was made by PostgreSQL ${made}, and this is PostgreSQL ${major}, which cannot read it: ` +
      "move the data away to start with an empty database.",
  );
}

/** Other accounts of this machine can reach the port too, so the server needs a password. */
function writePassword(file: string, user: ServerUser): void {
  writeFileSync(file, randomBytes(PASSWORD_BYTES).toString("base64url"), { mode: 0o600 });
  if (user.uid !== undefined) chownSync(file, user.uid, user.gid);
}

function makeServerDirectory(directory: string, user: ServerUser): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { mode: 0o700 });
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);
}

function runInitdb(directory: string, passwordFile: string, { binaries, user, durable }: InitdbOptions): void {
  const args = ["--pgdata", directory, "--username=postgres", "--auth=scram-sha-256", "--pwfile", passwordFile];
  args.push("--encoding=UTF8", "--locale=C", "--no-instructions");
  if (binaries.major >= BUILTIN_LOCALE_MAJOR) args.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  if (!durable) args.push("--no-sync");
  const run = spawnSync(path.join(binaries.directory, "initdb"), args, {
    ...user,
    cwd: "/",
    env: EMPTY_ENVIRONMENT,
    encoding: "utf8",
    timeout: INITDB_TIMEOUT_MS,
  });
  if (run.status !== 0) throw new Error(`initdb failed: ${run.error?.message ?? run.stderr.trim()}`);
}

const HOST = "127.0.0.1";

/** The port of the last start if it is free, so that the URL survives a restart; else any free port. */
export async function choosePort(dataDirectory: string): Promise<number> {
  const file = path.join(dataDirectory, "port");
  const remembered = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const port = (await freePort(remembered)) ?? (await freePort(0));
  if (port === undefined) throw new Error(`No free port on ${HOST}.`);
  writeFileSync(file, String(port));
  return port;
}

/** @param wanted 0 for any port */
async function freePort(wanted: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(wanted, HOST);
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" ? address?.port : undefined;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
