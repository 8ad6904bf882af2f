import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BillingPage } from "~/features/billing/billing-page";
import { readLedgerFilterFields, toLedgerFilter } from "~/features/billing/ledger-filter";
import { translatorOf } from "~/i18n/page-language";
import { requirePageUser } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("billing.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  const { searchParams } = new URL(args.request.url);
  const fields = readLedgerFilterFields(searchParams);
  const cursor = searchParams.get("cursor") ?? undefined;
  return loadPageData(args.context, async (api) => {
    const [billing, ledger, usage] = await Promise.all([
      api.billing.overview(),
      api.billing.ledger({ ...toLedgerFilter(fields), cursor }),
      api.billing.usageByKey(),
    ]);
    return { billing, ledger, fields, usage };
  });
}

export default function Billing() {
  return <BillingPage {...useLoaderData<typeof loader>()} />;
}
