import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { StatisticsPage } from "~/features/admin/statistics-page";
import { translatorOf } from "~/i18n/page-language";
import { requirePageAdmin } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("admin.statistics.title"));

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args);
  const { searchParams } = new URL(args.request.url);
  const days = searchParams.get("days") === "90" ? 90 : 30;
  const cursor = searchParams.get("cursor") ?? undefined;
  return loadPageData(args.context, async (api) => {
    const [cases, cancellations, statistics, daily] = await Promise.all([
      api.admin.paymentCases.list({ cursor }),
      api.admin.failedCancellations(),
      api.admin.statistics(),
      api.admin.dailyStatistics({ days }),
    ]);
    return { cases, cancellations, statistics, days: daily };
  });
}

export default function AdminStatistics() {
  return <StatisticsPage {...useLoaderData<typeof loader>()} />;
}
