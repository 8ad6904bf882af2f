import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaymentsPage } from "~/components/admin/payments-page";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";
import { requirePageAdmin } from "~/server/page-access.server";
import { loadPageData } from "~/trpc/answer-page.server";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("admin.payments.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const filter = { search: searchParams.get("search"), cursor: searchParams.get("cursor") };
  return { payments: await loadPageData(args.context, (api) => api.admin.payments(filter)) };
}

export default function AdminPayments() {
  return <PaymentsPage payments={useLoaderData<typeof loader>().payments} />;
}
