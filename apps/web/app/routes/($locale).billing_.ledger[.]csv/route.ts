import { csvRow } from "@app/core/csv/csv-row";
import { optionalId } from "@app/core/input/fields";
import { exportLedger } from "@app/services/ledger/list-ledger";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { readLedgerFilterFields, toLedgerFilter } from "~/features/billing/ledger-filter";
import { requirePageUser } from "~/server/auth/request-context.server";
import { csvResponse } from "~/server/http/csv-response.server";
import { inTurns } from "~/server/http/in-turns.server";

/** English in every language, because spreadsheets and scripts read these names. */
const COLUMNS = ["date", "change", "balance_after", "reason", "reference", "entry", "api_key", "api_key_id"];

const FilterInput = z.object({ apiKeyId: optionalId("apiKeyId") });

/** GET /billing/ledger.csv: the user's own ledger, with the filter of the billing page. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const page = new URL(args.request.url);
  page.pathname = page.pathname.replace("/ledger.csv", "");
  page.searchParams.set("tab", "activity");
  const actor = await requirePageUser(args, page.href);
  const filter = toLedgerFilter(readLedgerFilterFields(new URL(args.request.url).searchParams));
  if (!FilterInput.safeParse(filter).success) throw new Response(null, { status: 400 });
  const pages = exportLedger({ ...args.context.deps.service, actor }, filter);
  return csvResponse(inTurns(actor.id, csvOf(pages)), {
    fileName: "genmint-ledger.csv",
    contentType: "text/csv; charset=utf-8",
    cacheControl: "private, no-store",
  });
}

async function* csvOf(pages: ReturnType<typeof exportLedger>): AsyncGenerator<string, void> {
  yield csvRow(COLUMNS);
  for await (const entries of pages) yield entries.map(rowOf).join("");
}

type Entry = Awaited<ReturnType<ReturnType<typeof exportLedger>["next"]>>["value"][number];

function rowOf({ createdAt, delta, balanceAfter, reason, paymentId, id, apiKeyName, apiKeyId }: Entry): string {
  const key = [apiKeyName ?? "", apiKeyId ?? ""];
  return csvRow([createdAt.toISOString(), delta, balanceAfter, reason, paymentId ?? "", id, ...key]);
}
