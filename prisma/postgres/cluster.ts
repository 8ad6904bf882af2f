import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Binaries } from "./binaries";
import { EMPTY_ENVIRONMENT, type ServerUser } from "./server-user";

export type Cluster = { directory: string; password: string };

/** The directory within the data directory that PostgreSQL owns. */
export const CLUSTER_NAME = "cluster";

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
