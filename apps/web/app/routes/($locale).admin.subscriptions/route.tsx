import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SubscriptionsPage } from "~/components/admin/subscriptions-page";
import { pageTitle } from "~/components/page/page-title";
import { requirePageAdmin } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction = () => pageTitle("Subscriptions");

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const filter = { status: searchParams.get("status"), cursor: searchParams.get("cursor") };
  return { subscriptions: await answerPage(args.context, (api) => api.admin.subscriptions(filter)) };
}

export default function AdminSubscriptions() {
  return <SubscriptionsPage subscriptions={useLoaderData<typeof loader>().subscriptions} />;
}
