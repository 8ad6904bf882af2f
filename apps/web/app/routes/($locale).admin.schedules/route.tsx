import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SchedulesPage } from "~/features/admin/schedules-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("admin.schedules.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const filter = {
    overdueOnly: searchParams.get("show") === "overdue",
    search: searchParams.get("search"),
    cursor: searchParams.get("cursor"),
  };
  return { schedules: await loadPageData(args.context, (api) => api.admin.schedules.list(filter)) };
}

export default function AdminSchedules() {
  return <SchedulesPage schedules={useLoaderData<typeof loader>().schedules} />;
}
