import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { requireLocale } from "~/server/auth/request-context.server";
import { apiCaller } from "~/trpc/caller.server";
import { ErrorMessage, ErrorPage } from "~/ui/error-page";
import { AppFrame } from "~/ui/shell/app-frame";

export async function loader({ context, params }: LoaderFunctionArgs) {
  requireLocale(params["locale"]);
  const session = await context.session();
  if (session.kind !== "active") return { viewer: null, openVideos: [] };
  const { name, email, emailVerified, role, credits } = session.actor;
  const openVideos = await (await apiCaller(context)).video.open();
  return { viewer: { name, email, emailVerified, role, credits }, openVideos };
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
