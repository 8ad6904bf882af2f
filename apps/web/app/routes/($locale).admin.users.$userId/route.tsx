import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readUserTab, UserPage, type UserTab, type UserTabContent } from "~/features/admin/user-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { type Api, loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction<typeof loader> = ({ data, params }) =>
  pageTitle(data?.detail.user.email ?? translatorOf(params["locale"])("admin.users.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const asked = { userId: args.params["userId"] ?? "", cursor: searchParams.get("cursor") };
  return loadPageData(args.context, async (api) => {
    const [detail, content] = await Promise.all([
      api.admin.users.get({ userId: asked.userId }),
      loadTab(api, readUserTab(searchParams), asked),
    ]);
    return { detail, content };
  });
}

async function loadTab(
  api: Api,
  tab: UserTab,
  { userId, cursor }: { userId: string; cursor: string | null },
): Promise<UserTabContent> {
  switch (tab) {
    case "ledger":
      return { tab, page: await api.admin.ledger({ user: userId, cursor }) };
    case "payments":
      return { tab, page: await api.admin.payments({ userId, cursor }) };
    case "generations":
      return { tab, page: await api.admin.users.generations({ userId, cursor }) };
    case "apiKeys":
      return { tab, apiKeys: await api.admin.apiKeys.list({ userId }) };
    case "subscription":
      return { tab };
  }
}

export default function AdminUser() {
  const data = useLoaderData<typeof loader>();
  // The key ends what was begun for another user, such as an adjustment in an open dialog.
  return <UserPage key={data.detail.user.id} {...data} />;
}
