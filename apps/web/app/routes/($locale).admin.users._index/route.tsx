import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readUserOrder, UsersPage } from "~/features/admin/users-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("admin.users.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const filter = {
    ...readUserOrder(searchParams),
    search: searchParams.get("search"),
    cursor: searchParams.get("cursor"),
  };
  return { users: await loadPageData(args.context, (api) => api.admin.users.list(filter)) };
}

export default function AdminUsers() {
  return <UsersPage users={useLoaderData<typeof loader>().users} />;
}
