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
