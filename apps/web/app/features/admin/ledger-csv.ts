import type { ApiOutputs } from "@app/api/root";
import { csvRow } from "@app/core/csv/csv-row";

type Entry = ApiOutputs["admin"]["ledgerExport"]["items"][number];

/** The names are those of the entry's fields, in every language: the file is for programs. */
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
      ]),
    )
    .join("");
}
