import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DashboardPage } from "~/components/dashboard/dashboard-page";
import { pageTitle } from "~/components/page/page-title";
import { requirePageUser } from "~/server/page-access.server";
import { answerPage } from "~/trpc/answer-page.server";

export const meta: MetaFunction = () => pageTitle("Dashboard");

export async function loader(args: LoaderFunctionArgs) {
  await requirePageUser(args);
  return answerPage(args.context, (api) => api.me.dashboard());
}

export default function Dashboard() {
  return <DashboardPage dashboard={useLoaderData<typeof loader>()} />;
}
