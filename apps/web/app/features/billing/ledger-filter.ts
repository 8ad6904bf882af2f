import { parseIsoDate } from "@app/core/input/date";
import { LEDGER_KINDS, type LedgerKind } from "@app/core/ledger/ledger-reasons";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What the fields of the form hold: texts, days as YYYY-MM-DD. */
export interface LedgerFilterFields {
  kind: string;
  from: string;
  until: string;
}

export interface LedgerFilter {
  kind?: LedgerKind;
  from?: Date;
  until?: Date;
}

export function readLedgerFilterFields(params: URLSearchParams): LedgerFilterFields {
  const text = (name: string) => params.get(name)?.trim() ?? "";
  return { kind: text("kind"), from: text("from"), until: text("until") };
}

/** The filter the fields stand for. Both days are whole days in UTC and belong to the range; what is no kind or day filters nothing. */
export function toLedgerFilter(fields: LedgerFilterFields): LedgerFilter {
  const kind = LEDGER_KINDS.find((word) => word === fields.kind);
  const from = parseIsoDate(fields.from);
  const until = parseIsoDate(fields.until);
  return {
    ...(kind ? { kind } : {}),
    ...(from ? { from } : {}),
    ...(until ? { until: new Date(until.getTime() + DAY_MS) } : {}),
  };
}

/** The filter as part of an address; empty where nothing is filtered. */
export function toLedgerQuery(fields: LedgerFilterFields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== "");
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
