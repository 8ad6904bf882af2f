import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EndpointPage } from "~/features/webhooks/endpoint-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageUser } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("webhooks.endpoint"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  const endpointId = args.params["endpointId"] ?? "";
  const cursor = new URL(args.request.url).searchParams.get("cursor");
  return loadPageData(args.context, async (api) => {
    const [endpoint, deliveries] = await Promise.all([
      api.webhooks.get({ endpointId }),
      api.webhooks.deliveries({ endpointId, cursor }),
    ]);
    return { endpoint, deliveries };
  });
}

export default function Webhook() {
  return <EndpointPage {...useLoaderData<typeof loader>()} />;
}
