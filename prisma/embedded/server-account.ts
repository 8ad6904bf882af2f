import { createHash } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Whom the server runs as; empty means: as ourselves. */
export type ServerUser = { uid: number; gid: number } | Record<string, never>;

/** The account that owns nothing. PostgreSQL refuses to run as root, and no account has to be made for it. */
const NOBODY = 65_534;

/** PostgreSQL's user: `nobody` where we are root, else ourselves. */
export function serverUser(): ServerUser {
  return isRoot() ? { uid: NOBODY, gid: NOBODY } : {};
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** PostgreSQL's programs get nothing of our environment. Said aloud, since packages may have declared that one always holds NODE_ENV. */
export const EMPTY_ENVIRONMENT = {} as NodeJS.ProcessEnv;

// Bits of a directory's mode.
const OTHERS_MAY_ENTER = 0o001;
const OTHERS_MAY_WRITE = 0o022;

/** Kept over a restart of the machine, where there is one. */
const LASTING_TEMPORARY_DIRECTORY = "/var/tmp";

/** Whether an account without rights of its own gets to `directory`: every parent must let others pass. */
export function isAccessibleToOtherUsers(directory: string): boolean {
  const parent = path.dirname(directory);
  const passable = (statSync(directory).mode & OTHERS_MAY_ENTER) !== 0;
  return passable && (parent === directory || isAccessibleToOtherUsers(parent));
}

/**
 * Where `nobody` can reach what was wanted at `wanted`, a directory behind a closed one such as root's home.
 * The same wish gets the same place, so that data is found again.
 */
export function accessiblePathFor(wanted: string): string {
  const key = createHash("sha256").update(wanted).digest("hex").slice(0, 16);
  return path.join(ownedTemporaryDirectory(), key);
}

/** Lets others pass through a directory of ours, whatever umask it was made under. */
export function allowTraversal(directory: string): void {
  chmodSync(directory, 0o711);
}

/**
 * Where everybody may create files, a directory of this name may be somebody else's, and links to anywhere: only one
 * that belongs to us and that nobody else can write to will do.
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
