import type { LoaderFunctionArgs } from "@remix-run/node";
import { ledgerCsvHeader, ledgerCsvRows } from "~/features/admin/ledger-csv";
import { readLedgerFilterFields, toLedgerFilter } from "~/features/admin/ledger-filter";
import { requireAdmin, requirePageAdmin } from "~/server/auth/request-context.server";
import { csvResponse } from "~/server/http/csv-response.server";
import { inTurns } from "~/server/http/in-turns.server";
import { type Api, loadPageData } from "~/trpc/caller.server";

type Filter = ReturnType<typeof toLedgerFilter>;
type LedgerPage = Awaited<ReturnType<Api["admin"]["ledgerExport"]>>;

/** GET /admin/ledger.csv: all ledger entries that match the filter. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { id } = await requirePageAdmin(args, args.request.url.replace("/ledger.csv", "/credits"));
  const filter = toLedgerFilter(readLedgerFilterFields(new URL(args.request.url).searchParams));
  return loadPageData(args.context, async (api) => {
    // Read before the response begins, so that a refusal still has a status of its own.
    const firstPage = await api.admin.ledgerExport(filter);
    return csvResponse(inTurns(id, csvOf(args, api, filter, firstPage)), {
      fileName: "ledger.csv",
      contentType: "text/csv; charset=utf-8; header=present",
      cacheControl: "no-store",
    });
  });
}

/**
 * A download lasts as long as its reader takes: an administrator who is banned or loses the role meanwhile reads no further.
 * @throws AppError as `requireAdmin`, which breaks the download off
 */
async function* csvOf(
  { context }: LoaderFunctionArgs,
  api: Api,
  filter: Filter,
  firstPage: LedgerPage,
): AsyncGenerator<string, void> {
  yield ledgerCsvHeader() + ledgerCsvRows(firstPage.items);
  let cursor = firstPage.nextCursor;
  while (cursor !== null) {
    await requireAdmin(context, async () => null);
    const page: LedgerPage = await api.admin.ledgerExport({ ...filter, cursor });
    yield ledgerCsvRows(page.items);
    cursor = page.nextCursor;
  }
}
