import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { AppFrame } from "~/components/shell/app-frame";
import { ErrorMessage } from "~/components/shell/error-message";
import { ErrorPage } from "~/components/shell/error-page";
import { requireLocale } from "~/server/page-access.server";
import { apiCaller } from "~/trpc/caller.server";

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

/** Keeps the frame around a page that failed, unless it was the frame's own data that could not be had. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>("routes/($locale)");
  if (!data) return <ErrorPage />;
  return (
    <AppFrame {...data}>
      <ErrorMessage />
    </AppFrame>
  );
}
