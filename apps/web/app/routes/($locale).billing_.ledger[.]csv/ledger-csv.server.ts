import { csvLine } from "@app/core/csv/csv-line";
import type { LedgerEntry } from "@app/services/ledger/ledger-entry";

/** Names of columns stay English: spreadsheets and scripts read them. */
export const LEDGER_CSV_HEADER = csvLine(["date", "change", "balance_after", "reason", "reference", "entry"]);

export function ledgerCsvLine(entry: LedgerEntry): string {
  const { createdAt, delta, balanceAfter, reason, paymentId, id } = entry;
  return csvLine([createdAt.toISOString(), delta, balanceAfter, reason, paymentId ?? "", id]);
}
