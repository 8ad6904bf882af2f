import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { UserPage } from "~/components/admin/user-page";
import { readUserTab, type UserTab, type UserTabContent } from "~/components/admin/user-tabs";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";
import { requirePageAdmin } from "~/server/page-access.server";
import { type Api, loadPageData } from "~/trpc/answer-page.server";

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
    case "subscription":
      return { tab };
  }
}

export default function AdminUser() {
  return <UserPage {...useLoaderData<typeof loader>()} />;
}
