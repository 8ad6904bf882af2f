import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BillingPage } from "~/components/billing/billing-page";
import { ledgerFilterOf, readLedgerFields } from "~/components/billing/ledger-filter";
import { pageTitle } from "~/components/page/page-title";
import { textOf } from "~/i18n/text-of";
import { requirePageUser } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction = ({ params }) => pageTitle(textOf(params["locale"])("billing.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  const { searchParams } = new URL(args.request.url);
  const fields = readLedgerFields(searchParams);
  const cursor = searchParams.get("cursor") ?? undefined;
  return answerPage(args.context, async (api) => {
    const [billing, ledger] = await Promise.all([
      api.billing.overview(),
      api.billing.ledger({ ...ledgerFilterOf(fields), cursor }),
    ]);
    return { billing, ledger, fields };
  });
}

export default function Billing() {
  return <BillingPage {...useLoaderData<typeof loader>()} />;
}
