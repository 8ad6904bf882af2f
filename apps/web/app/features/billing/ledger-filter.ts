import { parseIsoDate } from "@app/core/input/date";
import { LEDGER_KINDS, type LedgerKind } from "@app/core/ledger/ledger-reasons";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Values of the filter form, empty if not set. Days are YYYY-MM-DD. */
export interface LedgerFilterFields {
  kind: string;
  from: string;
  until: string;
  /** Id of an API key. */
  apiKey: string;
}

export interface LedgerFilter {
  kind?: LedgerKind;
  from?: Date;
  until?: Date;
  apiKeyId?: string;
}

export function readLedgerFilterFields(params: URLSearchParams): LedgerFilterFields {
  const text = (name: string) => params.get(name)?.trim() ?? "";
  return { kind: text("kind"), from: text("from"), until: text("until"), apiKey: text("apiKey") };
}

/** Converts form values to the input of the API. Unknown kinds and invalid days are ignored. */
export function toLedgerFilter(fields: LedgerFilterFields): LedgerFilter {
  const kind = LEDGER_KINDS.find((value) => value === fields.kind);
  const apiKeyId = fields.apiKey;
  return { ...(kind ? { kind } : {}), ...(apiKeyId ? { apiKeyId } : {}), ...parseDayRange(fields) };
}

/** Parses a range of days in UTC that includes both days. `until` becomes the start of the next day. Invalid days are ignored. */
export function parseDayRange(fields: { from: string; until: string }): Pick<LedgerFilter, "from" | "until"> {
  const from = parseIsoDate(fields.from);
  const until = parseIsoDate(fields.until);
  return { ...(from ? { from } : {}), ...(until ? { until: new Date(until.getTime() + DAY_MS) } : {}) };
}

/** Builds the query string of the filter, empty if nothing is filtered. */
export function toLedgerQuery(fields: LedgerFilterFields): string {
  const filledIn = Object.entries(fields).filter(([, value]) => value !== "");
  return filledIn.length > 0 ? `?${new URLSearchParams(filledIn)}` : "";
}
