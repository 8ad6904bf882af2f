import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SubscriptionsPage } from "~/features/admin/subscriptions-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) =>
  pageTitle(translatorOf(params["locale"])("admin.subscriptions.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const filter = {
    status: searchParams.get("status"),
    search: searchParams.get("search"),
    cursor: searchParams.get("cursor"),
  };
  return { subscriptions: await loadPageData(args.context, (api) => api.admin.subscriptions(filter)) };
}

export default function AdminSubscriptions() {
  return <SubscriptionsPage subscriptions={useLoaderData<typeof loader>().subscriptions} />;
}
