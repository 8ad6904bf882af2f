import { parseIsoDate } from "@app/core/input/date";
import type { GenerationStatus } from "./generation";

const TYPES = ["image", "video"] as const;
/** In the order of the form. */
export const FILTER_STATUSES: readonly GenerationStatus[] = ["completed", "processing", "pending", "failed"];
const DAY_MS = 24 * 60 * 60 * 1000;
const SEARCH_MAX_CHARACTERS = 200;
const COLLECTION_ID_MAX_CHARACTERS = 200;

/** The filter as the form's fields hold it. Empty means no filter; `from` and `until` are YYYY-MM-DD. */
export interface HistoryFields {
  type: (typeof TYPES)[number] | "";
  status: GenerationStatus | "";
  search: string;
  from: string;
  until: string;
  /** "1" for the favorites alone. */
  favorites: "1" | "";
  /** The id of a collection. */
  collection: string;
}

/** Reads the filter from the URL. Unknown values are ignored. */
export function readHistoryFields(params: URLSearchParams): HistoryFields {
  const field = (name: string) => params.get(name)?.trim() ?? "";
  return {
    type: TYPES.find((type) => type === field("type")) ?? "",
    status: FILTER_STATUSES.find((status) => status === field("status")) ?? "",
    search: cut(field("search"), SEARCH_MAX_CHARACTERS),
    from: field("from"),
    until: field("until"),
    favorites: field("favorites") === "1" ? "1" : "",
    collection: cut(field("collection"), COLLECTION_ID_MAX_CHARACTERS),
  };
}

/** By code point, as the API counts: half a character would be refused. */
const cut = (text: string, maxCharacters: number) => Array.from(text).slice(0, maxCharacters).join("");

/** The filter as input of the API. The range includes both days, in UTC; an invalid day is ignored. */
export function historyFilterOf({ type, status, search, from, until, favorites, collection }: HistoryFields) {
  const lastDay = parseIsoDate(until);
  return {
    type: type || undefined,
    status: status || undefined,
    search: search || undefined,
    from: parseIsoDate(from) ?? undefined,
    until: lastDay ? new Date(lastDay.getTime() + DAY_MS) : undefined,
    favorites: favorites === "1" || undefined,
    collectionId: collection || undefined,
  };
}

/** Whether any field but the type is set. */
export function isFiltered({ type: _type, ...fields }: HistoryFields): boolean {
  return Object.values(fields).some((field) => field !== "");
}

/** Parameters that do not change which items are listed. */
const VIEW_PARAMETERS = ["id", "view", "items"];

/** State of the address of a work that was opened in the list, which is the entry before it in the browser's history. */
export const OPENED_IN_LIST = { isOpenedInList: true } as const;

/** The URL with changed parameters; an empty value removes one. Changing the list resets it to the first page and closes the drawer. */
export function historyAddress(params: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(params);
  if (Object.keys(changes).some((name) => !VIEW_PARAMETERS.includes(name))) {
    next.delete("cursor");
    next.delete("id");
    next.delete("items");
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `?${next}`;
}

/** Whether two query strings show the same list, ignoring the view and the opened generation. */
export function isSameList(one: string, other: string): boolean {
  return listParameters(one) === listParameters(other);
}

function listParameters(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of VIEW_PARAMETERS) params.delete(name);
  params.sort();
  return String(params);
}
