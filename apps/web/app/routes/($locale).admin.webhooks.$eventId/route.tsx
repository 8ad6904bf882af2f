import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { WebhookPage } from "~/components/admin/webhook-page";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";
import { requirePageAdmin } from "~/server/page-access.server";
import { loadPageData } from "~/trpc/answer-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, params }) =>
  pageTitle(data?.event.eventType ?? translatorOf(params["locale"])("admin.webhooks.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const eventId = args.params["eventId"] ?? "";
  return { event: await loadPageData(args.context, (api) => api.admin.webhookEvents.get({ eventId })) };
}

export default function AdminWebhook() {
  return <WebhookPage event={useLoaderData<typeof loader>().event} />;
}
