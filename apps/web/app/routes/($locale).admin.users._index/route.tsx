import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { readUserOrder } from "~/components/admin/user-order";
import { UsersPage } from "~/components/admin/users-page";
import { pageTitle } from "~/components/page/page-title";
import { translatorOf } from "~/i18n/text-of";
import { requirePageAdmin } from "~/server/page-access.server";
import { loadPageData } from "~/trpc/answer-page.server";

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
