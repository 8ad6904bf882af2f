import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DashboardPage } from "~/features/dashboard/dashboard-page";
import { areStepsDismissed, dismissSteps } from "~/features/dashboard/dismissed-steps.server";
import { localePath } from "~/i18n/locale";
import { translatorOf } from "~/i18n/page-language";
import { requirePageUser } from "~/server/auth/request-context.server";
import { loadPageData } from "~/trpc/caller.server";
import { pageTitle } from "~/ui/page-title";

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

/** The page's only form: it dismisses the first steps. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const user = await requirePageUser(args);
  const headers = { "Set-Cookie": await dismissSteps(context, user.id) };
  return redirect(localePath(params["locale"], "/dashboard"), { headers });
}

export default function Dashboard() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />;
}
