import type { Audience } from "./access-manifest/access";
import type { Entry } from "./access-manifest/entries";
import type { Standing } from "./callers";

/** How an entry refuses a caller: by a status, or by leading elsewhere. */
export type Refusal = { status: number; location?: RegExp };

const SIGN_IN = { status: 302, location: /^\/sign-in\?callbackUrl=%2F/ };
const SIGN_IN_BANNED = { status: 302, location: /^\/sign-in\?error=Banned$/ };
const DASHBOARD = { status: 302, location: /^\/dashboard$/ };

const UNAUTHORIZED = { status: 401 };
const FORBIDDEN = { status: 403 };
const NOT_FOUND = { status: 404 };
const INVALID_SIGNATURE = { status: 400 };

const OPEN: ReadonlySet<Audience> = new Set(["anyone", "anyone not banned", "signed out"]);

/** How an entry answers a caller who may not; null for one who may. */
export function expectedRefusal({ who, kind }: Pick<Entry, "who" | "kind">, standing: Standing): Refusal | null {
  if (who === "provider signature") return INVALID_SIGNATURE;
  if (who === "cron secret") return UNAUTHORIZED;
  if (who === "anyone not banned") return standing === "banned" ? FORBIDDEN : null;
  if (who === "signed out") return standing === "nobody" || standing === "banned" ? null : DASHBOARD;
  if (OPEN.has(who)) return null;
  const isPage = kind === "page";
  if (standing === "nobody") return isPage ? SIGN_IN : UNAUTHORIZED;
  if (standing === "banned") return isPage ? SIGN_IN_BANNED : FORBIDDEN;
  if (who === "own object") return standing === "owner" ? null : NOT_FOUND;
  if (who === "administrator" && standing !== "administrator") return isPage ? DASHBOARD : FORBIDDEN;
  return null;
}
