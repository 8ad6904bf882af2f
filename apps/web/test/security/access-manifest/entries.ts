import type { Standing } from "../callers";
import type { Access, AccessList, Audience } from "./access";
import { ADMIN_PROCEDURES, PROCEDURES } from "./procedures";
import { AUTH_ROUTES, FORMS, PAGES, REST_ROUTES, SERVED_FILES } from "./routes";

/** How an entry is called and how it refuses: pages redirect where the API responds with a status. */
type Kind = "rest" | "page" | "procedure";

export interface Entry extends Access {
  kind: Kind;
  /** "POST /path", or the name of a procedure. */
  name: string;
}

const listOf = (kind: Kind, list: AccessList): Entry[] =>
  Object.entries(list).map(([name, access]) => ({ kind, name, ...access }));

/**
 * The access manifest: everything that can be called, and by whom. It is part of the tests because nothing reads it at
 * run time. The guards of the routes implement it, and the tests next to it compare the two.
 */
export const ENTRIES: readonly Entry[] = [
  ...listOf("rest", SERVED_FILES),
  ...listOf("rest", AUTH_ROUTES),
  ...listOf("rest", REST_ROUTES),
  ...listOf("page", PAGES),
  ...listOf("page", FORMS),
  ...listOf("procedure", PROCEDURES),
  ...listOf("procedure", ADMIN_PROCEDURES),
];

/** How an entry refuses a caller: by a status, or by a redirect. */
export type Refusal = { status: number; location?: RegExp };

const SIGN_IN = { status: 302, location: /^\/sign-in\?callbackUrl=%2F/ };
const SIGN_IN_BANNED = { status: 302, location: /^\/sign-in\?error=Banned$/ };
const DASHBOARD = { status: 302, location: /^\/dashboard$/ };

const UNAUTHORIZED = { status: 401 };
const FORBIDDEN = { status: 403 };
const NOT_FOUND = { status: 404 };
const INVALID_SIGNATURE = { status: 400 };

const OPEN: ReadonlySet<Audience> = new Set(["anyone", "anyone not banned", "signed out"]);

/** The refusal for a caller without permission; null for one with permission. */
export function expectedRefusal(
  { audience, kind }: Pick<Entry, "audience" | "kind">,
  standing: Standing,
): Refusal | null {
  if (audience === "provider signature") return INVALID_SIGNATURE;
  if (audience === "cron secret" || audience === "API key") return UNAUTHORIZED;
  if (audience === "anyone not banned") return standing === "banned" ? FORBIDDEN : null;
  if (audience === "signed out") return standing === "nobody" || standing === "banned" ? null : DASHBOARD;
  if (OPEN.has(audience)) return null;
  const isPage = kind === "page";
  if (standing === "nobody") return isPage ? SIGN_IN : UNAUTHORIZED;
  if (standing === "banned") return isPage ? SIGN_IN_BANNED : FORBIDDEN;
  if (audience === "own object") return standing === "owner" ? null : NOT_FOUND;
  if (audience === "administrator" && standing !== "administrator") return isPage ? DASHBOARD : FORBIDDEN;
  return null;
}
