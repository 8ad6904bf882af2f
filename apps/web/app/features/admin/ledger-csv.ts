import type { ApiOutputs } from "@app/api/root";
import { csvRow } from "@app/core/csv/csv-row";

type Entry = ApiOutputs["admin"]["ledgerExport"]["items"][number];

/** Column names are the field names, not translated, because the file is read by programs. */
export function ledgerCsvHeader(): string {
  return csvRow([
    "createdAt",
    "id",
    "userId",
    "userEmail",
    "delta",
    "balanceAfter",
    "reason",
    "paymentId",
    "actorEmail",
    "apiKeyId",
  ]);
}

export function ledgerCsvRows(entries: readonly Entry[]): string {
  return entries
    .map((entry) =>
      csvRow([
        entry.createdAt,
        entry.id,
        entry.userId,
        entry.userEmail,
        entry.delta,
        entry.balanceAfter,
        entry.reason,
        entry.paymentId,
        entry.actorEmail,
        entry.apiKeyId,
      ]),
    )
    .join("");
}
