import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { UsersPage } from "~/components/admin/users-page";
import { pageTitle } from "~/components/page/page-title";
import { requirePageAdmin } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction = () => pageTitle("Users");

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const search = searchParams.get("search")?.trim() ?? "";
  const users = await answerPage(args.context, (api) =>
    api.admin.users.list({ search, cursor: searchParams.get("cursor") }),
  );
  return { users, search };
}

export default function AdminUsers() {
  return <UsersPage {...useLoaderData<typeof loader>()} />;
}
