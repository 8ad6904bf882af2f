import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { WebhooksPage } from "~/components/admin/webhooks-page";
import { pageTitle } from "~/components/page/page-title";
import { requirePageAdmin } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction = () => pageTitle("Webhooks");

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const filter = { outcome: searchParams.get("outcome"), cursor: searchParams.get("cursor") };
  return { events: await answerPage(args.context, (api) => api.admin.webhookEvents.list(filter)) };
}

export default function AdminWebhooks() {
  return <WebhooksPage events={useLoaderData<typeof loader>().events} />;
}
