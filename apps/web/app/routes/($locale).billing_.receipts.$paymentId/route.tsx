import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReceiptPage } from "~/components/billing/receipt-page";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";
import { requirePageUser } from "~/server/page-access.server";
import { loadPageData } from "~/trpc/answer-page.server";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("billing.receipt.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  const paymentId = args.params["paymentId"] ?? "";
  return { receipt: await loadPageData(args.context, (api) => api.billing.receipt({ paymentId })) };
}

export default function Receipt() {
  return <ReceiptPage {...useLoaderData<typeof loader>()} />;
}
