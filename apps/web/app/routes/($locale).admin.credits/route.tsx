import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readLedgerFilterFields, toLedgerFilter } from "~/features/admin/ledger-filter";
import { LedgerPage } from "~/features/admin/ledger-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("admin.ledger.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const fields = readLedgerFilterFields(searchParams);
  const cursor = searchParams.get("cursor");
  const ledger = await loadPageData(args.context, (api) => api.admin.ledger({ ...toLedgerFilter(fields), cursor }));
  return { ledger, fields };
}

export default function AdminCredits() {
  return <LedgerPage {...useLoaderData<typeof loader>()} />;
}
