import type { LoaderFunctionArgs } from "@remix-run/node";
import { ledgerCsvHeader, ledgerCsvRows } from "~/features/admin/ledger-csv";
import { readLedgerFilterFields, toLedgerFilter } from "~/features/admin/ledger-filter";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { type Api, loadPageData } from "~/trpc/caller.server";

type Filter = ReturnType<typeof toLedgerFilter>;
type LedgerPage = Awaited<ReturnType<Api["admin"]["ledgerExport"]>>;

/** The ledger as a file: all entries that match, however many, sent as they are read. */
export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const filter = toLedgerFilter(readLedgerFilterFields(new URL(args.request.url).searchParams));
  const body = await loadPageData(args.context, async (api) => {
    // Read before the answer begins: what is refused still has a status of its own.
    const first = await api.admin.ledgerExport(filter);
    return streamOf(linesFrom(api, filter, first));
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="ledger.csv"',
      "cache-control": "no-store",
    },
  });
}

async function* linesFrom(api: Api, filter: Filter, first: LedgerPage): AsyncGenerator<string, void> {
  yield ledgerCsvHeader() + ledgerCsvRows(first.items);
  let cursor = first.nextCursor;
  while (cursor !== null) {
    const page: LedgerPage = await api.admin.ledgerExport({ ...filter, cursor });
    yield ledgerCsvRows(page.items);
    cursor = page.nextCursor;
  }
}

/** Reads on only when the reader has taken what is there, and no further once the reader is gone. */
function streamOf(lines: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return();
    },
  });
}
