import { csvRow } from "@app/core/csv/csv-row";
import type { LedgerEntry } from "@app/services/ledger/ledger-entry";

/** Names of columns stay English: spreadsheets and scripts read them. */
export const LEDGER_CSV_HEADER = csvRow(["date", "change", "balance_after", "reason", "reference", "entry"]);

export function ledgerCsvLine(entry: LedgerEntry): string {
  const { createdAt, delta, balanceAfter, reason, paymentId, id } = entry;
  return csvRow([createdAt.toISOString(), delta, balanceAfter, reason, paymentId ?? "", id]);
}
