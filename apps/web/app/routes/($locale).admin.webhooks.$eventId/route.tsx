import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { WebhookPage } from "~/components/admin/webhook-page";
import { pageTitle } from "~/components/page/page-title";
import { textOf } from "~/i18n/text-of";
import { requirePageAdmin } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction<typeof loader> = ({ data, params }) =>
  pageTitle(data?.event.eventType ?? textOf(params["locale"])("admin.webhooks.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const eventId = args.params["eventId"] ?? "";
  return { event: await answerPage(args.context, (api) => api.admin.webhookEvents.get({ eventId })) };
}

export default function AdminWebhook() {
  return <WebhookPage event={useLoaderData<typeof loader>().event} />;
}
