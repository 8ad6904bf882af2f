import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LedgerPage } from "~/components/admin/credits-page";
import { readLedgerFilterFields, toLedgerFilter } from "~/components/admin/ledger-filter";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";
import { requirePageAdmin } from "~/server/page-access.server";
import { loadPageData } from "~/trpc/answer-page.server";

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
