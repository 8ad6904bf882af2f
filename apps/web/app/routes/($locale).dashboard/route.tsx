import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DashboardPage } from "~/components/dashboard/dashboard-page";
import { areStepsDismissed, dismissSteps } from "~/components/dashboard/dismissed-steps.server";
import { pageTitle } from "~/components/page/page-title";
import { localePath } from "~/i18n/locale";
import { translatorOf } from "~/i18n/text-of";
import { requirePageUser } from "~/server/page-access.server";
import { loadPageData } from "~/trpc/answer-page.server";

export const meta: MetaFunction = ({ params }) => pageTitle(translatorOf(params["locale"])("dashboard.title"));

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const user = await requirePageUser(args);
  const [dashboard, areDismissed] = await Promise.all([
    loadPageData(context, (api) => api.me.dashboard()),
    areStepsDismissed(context, request, user.id),
  ]);
  return { dashboard, areStepsDismissed: areDismissed };
}

/** The page's one form: no more first steps. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const user = await requirePageUser(args);
  const headers = { "Set-Cookie": await dismissSteps(context, user.id) };
  return redirect(localePath(params["locale"], "/dashboard"), { headers });
}

export default function Dashboard() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />;
}
