import { parseDayRange } from "../billing/ledger-filter";

/** Values of the filter form, empty if not set. Days are YYYY-MM-DD. */
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

/** Converts form values to the input of the API. Invalid days are ignored. */
export function toLedgerFilter(fields: LedgerFilterFields) {
  return {
    user: fields.user || undefined,
    reason: fields.reason || undefined,
    ...parseDayRange(fields),
  };
}
