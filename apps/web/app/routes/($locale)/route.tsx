import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { requireLocale } from "~/server/auth/request-context.server";
import { apiCaller } from "~/trpc/caller.server";
import { ErrorMessage, ErrorPage } from "~/ui/error-page";
import { AppFrame } from "~/ui/shell/app-frame";
import { DEFAULT_NAV_WIDTH, navWidthOf } from "~/ui/shell/nav-width";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  requireLocale(params["locale"]);
  const session = await context.session();
  if (session.kind !== "active") return { viewer: null, openVideos: [], navWidth: DEFAULT_NAV_WIDTH };
  const { name, email, emailVerified, role, credits } = session.actor;
  const openVideos = await (await apiCaller(context)).video.open();
  const navWidth = navWidthOf(request.headers.get("Cookie"));
  return { viewer: { name, email, emailVerified, role, credits }, openVideos, navWidth };
}

export default function LocaleLayout() {
  const data = useLoaderData<typeof loader>();
  return (
    <AppFrame {...data}>
      <Outlet />
    </AppFrame>
  );
}

/** Shows the frame around a page that failed, unless the frame's own data could not be loaded. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>("routes/($locale)");
  if (!data) return <ErrorPage />;
  return (
    <AppFrame {...data}>
      <ErrorMessage />
    </AppFrame>
  );
}
