import { exportLedger } from "@app/services/ledger/list-ledger";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { readLedgerFilterFields, toLedgerFilter } from "~/features/billing/ledger-filter";
import { requirePageUser } from "~/server/auth/request-context.server";
import { csvResponse, LEDGER_CSV_HEADER, ledgerCsvLine } from "./ledger-csv.server";

/** The reader's own ledger as a file, filtered as the page is. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const actor = await requirePageUser(args);
  const filter = toLedgerFilter(readLedgerFilterFields(new URL(args.request.url).searchParams));
  const pages = exportLedger({ ...args.context.deps.service, actor }, filter);
  return csvResponse("genmint-ledger.csv", LEDGER_CSV_HEADER, pages, ledgerCsvLine);
}
