import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CreditsPage } from "~/components/admin/credits-page";
import { ledgerFilterOf, readLedgerFields } from "~/components/admin/ledger-filter";
import { pageTitle } from "~/components/page/page-title";
import { textOf } from "~/i18n/text-of";
import { requirePageAdmin } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction = ({ params }) => pageTitle(textOf(params["locale"])("admin.ledger.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const fields = readLedgerFields(searchParams);
  const cursor = searchParams.get("cursor");
  const ledger = await answerPage(args.context, (api) => api.admin.ledger({ ...ledgerFilterOf(fields), cursor }));
  return { ledger, fields };
}

export default function AdminCredits() {
  return <CreditsPage {...useLoaderData<typeof loader>()} />;
}
