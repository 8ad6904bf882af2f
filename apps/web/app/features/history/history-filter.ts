import { parseIsoDate } from "@app/core/input/date";

const TYPES = ["image", "video"] as const;
export const STATUSES = ["completed", "processing", "pending", "failed"] as const;
const DAY_MS = 24 * 60 * 60 * 1000;
const SEARCH_MAX_CHARACTERS = 200;

/** What the address says is shown: texts as the form's fields hold them, days as YYYY-MM-DD. */
export interface HistoryFields {
  type: (typeof TYPES)[number] | "";
  status: (typeof STATUSES)[number] | "";
  search: string;
  from: string;
  until: string;
}

/** The filter in a page's address. Words that are no choice are no filter. */
export function readHistoryFields(params: URLSearchParams): HistoryFields {
  const asked = (name: string) => params.get(name)?.trim() ?? "";
  return {
    type: TYPES.find((type) => type === asked("type")) ?? "",
    status: STATUSES.find((status) => status === asked("status")) ?? "",
    search: asked("search").slice(0, SEARCH_MAX_CHARACTERS),
    from: asked("from"),
    until: asked("until"),
  };
}

/** What the API is asked for. Both days are whole days in UTC and belong to the range; what is no day filters nothing. */
export function historyFilterOf({ type, status, search, from, until }: HistoryFields) {
  const lastDay = parseIsoDate(until);
  return {
    type: type || undefined,
    status: status || undefined,
    search: search || undefined,
    from: parseIsoDate(from) ?? undefined,
    until: lastDay ? new Date(lastDay.getTime() + DAY_MS) : undefined,
  };
}

/** Whether anything but the kind narrows the list down. */
export function isNarrowed({ status, search, from, until }: HistoryFields): boolean {
  return [status, search, from, until].some((field) => field !== "");
}

/** Parameters that say how the list is looked at, not which list it is. */
const VIEW_PARAMETERS = ["id", "view"];

/** The same page with other parameters; an empty value takes one away. Another list starts at its first page, with nothing opened. */
export function historyAddress(params: URLSearchParams, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(params);
  if (Object.keys(changes).some((name) => !VIEW_PARAMETERS.includes(name))) {
    next.delete("cursor");
    next.delete("id");
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `?${next}`;
}

/** Whether two addresses show the same list, whatever is opened of it and however it is laid out. */
export function isSameList(one: string, other: string): boolean {
  return listParameters(one) === listParameters(other);
}

function listParameters(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of VIEW_PARAMETERS) params.delete(name);
  params.sort();
  return String(params);
}
