import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PaymentsPage } from "~/features/admin/payments-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

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
