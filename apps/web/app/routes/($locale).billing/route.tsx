import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BillingPage, type BillingTabData } from "~/features/billing/billing-page";
import { readBillingTab } from "~/features/billing/billing-tabs";
import { readLedgerFilterFields, toLedgerFilter } from "~/features/billing/ledger-filter";
import { translatorOf } from "~/i18n/page-language";
import { requirePageUser } from "~/server/auth/request-context.server";
import { type Api, loadPageData } from "~/trpc/caller.server";
import { loadListed } from "~/ui/listed-items";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("billing.title"));

export async function loader(args: LoaderFunctionArgs) {
  const { credits } = await requirePageUser(args);
  const { searchParams } = new URL(args.request.url);
  const data = await loadPageData(args.context, (api) => loadTab(api, searchParams));
  return { credits, data };
}

async function loadTab(api: Api, searchParams: URLSearchParams): Promise<BillingTabData> {
  const fields = readLedgerFilterFields(searchParams);
  const tab = readBillingTab(searchParams, fields);
  if (tab === "plan") return { tab, billing: await api.billing.overview() };
  if (tab === "payments")
    return { tab, payments: await loadListed(searchParams, (cursor) => api.billing.payments({ cursor })) };
  const [ledger, usage] = await Promise.all([
    loadListed(searchParams, (cursor) => api.billing.ledger({ ...toLedgerFilter(fields), cursor })),
    api.billing.usageByKey(),
  ]);
  return { tab, ledger, fields, usage };
}

export default function Billing() {
  return <BillingPage {...useLoaderData<typeof loader>()} />;
}
