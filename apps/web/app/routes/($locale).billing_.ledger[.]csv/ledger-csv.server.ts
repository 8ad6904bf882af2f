import { csvRow } from "@app/core/csv/csv-row";
import type { LedgerEntry } from "@app/services/ledger/list-ledger";

/** Names of columns stay English: spreadsheets and scripts read them. */
export const LEDGER_CSV_HEADER = csvRow(["date", "change", "balance_after", "reason", "reference", "entry"]);

export function ledgerCsvLine(entry: LedgerEntry): string {
  const { createdAt, delta, balanceAfter, reason, paymentId, id } = entry;
  return csvRow([createdAt.toISOString(), delta, balanceAfter, reason, paymentId ?? "", id]);
}

/** A download that is written as its rows are read: the next page is asked for when the reader has taken the last. */
export function csvResponse<Row>(
  fileName: string,
  header: string,
  pages: AsyncGenerator<Row[]>,
  lineOf: (row: Row) => string,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(header)),
    async pull(controller) {
      const { done, value } = await pages.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value.map(lineOf).join("")));
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${fileName}"`,
      "cache-control": "private, no-store",
    },
  });
}
