import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BillingPage } from "~/components/billing/billing-page";
import { readLedgerFilterFields, toLedgerFilter } from "~/components/billing/ledger-filter";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";
import { requirePageUser } from "~/server/page-access.server";
import { loadPageData } from "~/trpc/answer-page.server";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("billing.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  const { searchParams } = new URL(args.request.url);
  const fields = readLedgerFilterFields(searchParams);
  const cursor = searchParams.get("cursor") ?? undefined;
  return loadPageData(args.context, async (api) => {
    const [billing, ledger] = await Promise.all([
      api.billing.overview(),
      api.billing.ledger({ ...toLedgerFilter(fields), cursor }),
    ]);
    return { billing, ledger, fields };
  });
}

export default function Billing() {
  return <BillingPage {...useLoaderData<typeof loader>()} />;
}
