import type { Access, AccessList } from "./access";
import { ADMIN_PROCEDURES } from "./admin-procedures";
import { AUTH_ROUTES } from "./auth-routes";
import { FORMS, PAGES } from "./pages";
import { PROCEDURES } from "./procedures";
import { REST_ROUTES } from "./rest-routes";
import { SERVED_FILES } from "./served-files";

/** How an entry is called, and how it refuses: pages lead elsewhere where the API answers with a status. */
type Kind = "rest" | "page" | "procedure";

export interface Entry extends Access {
  kind: Kind;
  /** "POST /path", or a procedure's name. */
  name: string;
}

const listOf = (kind: Kind, list: AccessList): Entry[] =>
  Object.entries(list).map(([name, access]) => ({ kind, name, ...access }));

/**
 * The manifest: everything that can be called, and by whom. It stands with the tests because nothing reads it at run time; what it says
 * is made true by the guards of the routes, and held against them by the tests beside it.
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
