import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { StatisticsPage } from "~/components/admin/statistics-page";
import { pageTitle } from "~/components/page/page-title";
import { requirePageAdmin } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction = () => pageTitle("Administration");

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  return answerPage(args.context, (api) => api.admin.statistics());
}

export default function AdminStatistics() {
  return <StatisticsPage statistics={useLoaderData<typeof loader>()} />;
}
