import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SettingsPage } from "~/features/settings/settings-page";
import type { SettingsData } from "~/features/settings/settings-section";
import { translatorOf } from "~/i18n/page-language";
import { requirePageUser } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("account.title"));

export async function loader(args: LoaderFunctionArgs): Promise<SettingsData> {
  await requirePageUser(args);
  return loadPageData(args.context, async (api) => {
    const [account, sessions, secondFactor, apiKeys, webhooks] = await Promise.all([
      api.account.overview(),
      api.account.sessions(),
      api.secondFactor.state(),
      api.apiKeys.list(),
      api.webhooks.list(),
    ]);
    return { account, sessions, secondFactor, apiKeys, webhooks };
  });
}

export default function Account() {
  return <SettingsPage {...useLoaderData<typeof loader>()} />;
}
