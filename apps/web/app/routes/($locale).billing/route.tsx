import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BillingPage } from "~/components/billing/billing-page";
import { pageTitle } from "~/components/page/page-title";
import { requirePageUser } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction = () => pageTitle("Billing");

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  const cursor = new URL(args.request.url).searchParams.get("cursor") ?? undefined;
  return answerPage(args.context, async (api) => {
    const [billing, ledger] = await Promise.all([api.billing.overview(), api.billing.ledger({ cursor })]);
    return { billing, ledger };
  });
}

export default function Billing() {
  return <BillingPage {...useLoaderData<typeof loader>()} />;
}
