import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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
import { waitUntilUnused } from "./server-process";

const NOTE_NAME = "moved.txt";

/**
 * Makes the directory for the data, and answers where it really is: at `wanted`, or, where we are root and the server's
 * account cannot get there, at a place that it can reach. What is left at `wanted` then stands for the data: whoever
 * deletes it starts afresh, as they would expect.
 */
export async function prepareDataDirectory(wanted: string): Promise<string> {
  const isNew = !existsSync(wanted);
  mkdirSync(wanted, { recursive: true });
  if (!isRoot() || isAccessibleToOtherUsers(wanted)) return wanted;
  const place = accessiblePathFor(wanted);
  if (isNew) {
    await waitUntilUnused(path.join(place, CLUSTER_NAME));
    rmSync(place, { recursive: true, force: true });
  }
  mkdirSync(place, { recursive: true });
  allowTraversal(place);
  writeFileSync(path.join(wanted, NOTE_NAME), `The database's files are in ${place}\n`);
  return place;
}

export type Cluster = { directory: string; password: string };

/** The directory within the data directory that PostgreSQL owns. */
const CLUSTER_NAME = "cluster";

const INITDB_TIMEOUT_MS = 120_000;
const PASSWORD_BYTES = 24;
/** From here on PostgreSQL brings Unicode's rules for upper and lower case itself, the same on every system. */
const BUILTIN_LOCALE_MAJOR = 17;

type InitdbOptions = { binaries: Binaries; user: ServerUser; durable: boolean };

/** The cluster in `dataDirectory`, made when there is none yet. */
export function prepareCluster(dataDirectory: string, options: InitdbOptions): Cluster {
  const directory = path.join(dataDirectory, CLUSTER_NAME);
  const passwordFile = path.join(dataDirectory, "password");
  if (!existsSync(directory)) {
    writePassword(passwordFile, options.user);
    // Made under another name first, so that one that was interrupted is never taken for a whole one.
    const unfinished = `${directory}.unfinished`;
    makeServerDirectory(unfinished, options.user);
    runInitdb(unfinished, passwordFile, options);
    renameSync(unfinished, directory);
  }
  return { directory, password: readFileSync(passwordFile, "utf8") };
}

/** Other accounts of this machine can reach the port too: a password keeps them out. */
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

/** The port of the last start when it is free, so that addresses stay valid over a restart; else any free one. */
export async function choosePort(dataDirectory: string): Promise<number> {
  const file = path.join(dataDirectory, "port");
  const remembered = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const port = (await freePort(remembered)) ?? (await freePort(0));
  if (port === undefined) throw new Error(`No free port on ${HOST}.`);
  writeFileSync(file, String(port));
  return port;
}

/** @param wanted 0 for any */
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
