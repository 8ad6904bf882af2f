import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { WebhooksPage } from "~/features/admin/webhooks-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("admin.webhooks.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const text = (name: string) => searchParams.get(name)?.trim() ?? "";
  const outcome = text("outcome");
  const eventType = text("eventType");
  const search = text("search");
  const cursor = searchParams.get("cursor");
  const events = await loadPageData(args.context, (api) =>
    api.admin.webhookEvents.list({ outcome, eventType, search, cursor }),
  );
  return { events, eventType };
}

export default function AdminWebhooks() {
  return <WebhooksPage {...useLoaderData<typeof loader>()} />;
}
