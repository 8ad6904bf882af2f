import { parseIsoDate } from "@app/core/input/date";

const DAY_MS = 24 * 60 * 60 * 1000;

/** What the fields of the form hold: texts, days as YYYY-MM-DD. */
export interface LedgerFilterFields {
  user: string;
  reason: string;
  from: string;
  until: string;
}

export function readLedgerFilterFields(params: URLSearchParams): LedgerFilterFields {
  const text = (name: string) => params.get(name)?.trim() ?? "";
  return { user: text("user"), reason: text("reason"), from: text("from"), until: text("until") };
}

/** The filter the fields stand for. Both days are whole days in UTC and belong to the range; what is no day filters nothing. */
export function toLedgerFilter(fields: LedgerFilterFields) {
  const from = parseIsoDate(fields.from);
  const until = parseIsoDate(fields.until);
  return {
    user: fields.user || undefined,
    reason: fields.reason || undefined,
    from: from ?? undefined,
    until: until ? new Date(until.getTime() + DAY_MS) : undefined,
  };
}
