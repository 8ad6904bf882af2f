import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** The account that the server runs as; empty for our own. */
export type ServerUser = { uid: number; gid: number } | Record<string, never>;

/** The account `nobody`. PostgreSQL refuses to run as root, and this account exists everywhere. */
const NOBODY = 65_534;

/** `nobody` if we are root, else our own account. */
export function serverUser(): ServerUser {
  return isRoot() ? { uid: NOBODY, gid: NOBODY } : {};
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL's programs get none of our environment. The cast is needed because packages may declare NODE_ENV as required. */
export const EMPTY_ENVIRONMENT = {} as NodeJS.ProcessEnv;

// Bits of a directory's mode.
const OTHERS_MAY_ENTER = 0o001;
const OTHERS_MAY_WRITE = 0o022;

/** Survives a restart of the machine. Not every system has it. */
const LASTING_TEMPORARY_DIRECTORY = "/var/tmp";

/** Whether any account can reach `directory`: all parents must have the execute bit for others. */
export function isAccessibleToOtherUsers(directory: string): boolean {
  const parent = path.dirname(directory);
  const passable = (statSync(directory).mode & OTHERS_MAY_ENTER) !== 0;
  return passable && (parent === directory || isAccessibleToOtherUsers(parent));
}

/**
 * A path that `nobody` can reach, as a replacement for `wanted` in a private directory such as root's home.
 * The same `wanted` always gets the same path, so that the data is found again.
 */
export function accessiblePathFor(wanted: string): string {
  const key = createHash("sha256").update(wanted).digest("hex").slice(0, 16);
  return path.join(ownedTemporaryDirectory(), key);
}

/** Lets other accounts pass through one of our directories, independent of the umask. */
export function allowTraversal(directory: string): void {
  chmodSync(directory, 0o711);
}

/**
 * In a directory where everybody can create files, this name may be another account's directory or a link to anywhere. Only a
 * directory that belongs to us and that nobody else can write to is accepted.
 */
function ownedTemporaryDirectory(): string {
  for (const parent of [LASTING_TEMPORARY_DIRECTORY, tmpdir(), "/tmp"]) {
    const directory = path.join(parent, `genmint-postgres-${process.getuid?.()}`);
    const parentState = statSync(parent, { throwIfNoEntry: false });
    if (!parentState?.isDirectory() || !isAccessibleToOtherUsers(parent)) continue;
    mkdirSync(directory, { recursive: true });
    const state = lstatSync(directory);
    const isOurs = state.isDirectory() && state.uid === process.getuid?.() && (state.mode & OTHERS_MAY_WRITE) === 0;
    if (!isOurs) continue;
    allowTraversal(directory);
    return directory;
  }
  throw new Error(
    "PostgreSQL must not run as root, and no directory was found that the account it would use can reach: " +
      "run this as an ordinary user, or set DATABASE_URL.",
  );
}
