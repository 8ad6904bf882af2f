import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ReceiptPage } from "~/features/billing/receipt-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageUser } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("billing.receipt.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  const paymentId = args.params["paymentId"] ?? "";
  return { receipt: await loadPageData(args.context, (api) => api.billing.receipt({ paymentId })) };
}

export default function Receipt() {
  return <ReceiptPage {...useLoaderData<typeof loader>()} />;
}
