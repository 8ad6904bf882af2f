import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { UserPage } from "~/components/admin/user-page";
import { pageTitle } from "~/components/page/page-title";
import { requirePageAdmin } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.user.email ?? "User");

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  return answerPage(args.context, (api) => api.admin.users.get({ userId: args.params["userId"] ?? "" }));
}

export default function AdminUser() {
  return <UserPage detail={useLoaderData<typeof loader>()} />;
}
