import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { WebhookPage } from "~/features/admin/webhook-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

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
